/** The data of a page that is requested before it is needed. One page at a time. */

/** Older data is not shown, in ms. */
const FRESH_MS = 10_000;

let ahead: { address: string; askedAt: number; answer: Promise<Response> } | undefined;

/** Requests the data at this address, unless that has just been done. */
export function prefetch(address: string): void {
  if (ahead?.address === address && isFresh(ahead.askedAt)) return;
  forgetPrefetched();
  const answer = fetch(address);
  ahead = { address, askedAt: Date.now(), answer };
  // A lost answer is asked for again when it is needed.
  answer.catch(forgetPrefetched);
}

/** For when data has changed. */
export function forgetPrefetched(): void {
  ahead = undefined;
}

/** Gives the framework's next request for that data the answer that is on its way. An answer serves once. */
export function servePrefetched(): void {
  const request = window.fetch;
  window.fetch = (input, init) => {
    const known = ahead;
    if (!known || !String(input).endsWith(known.address)) return request(input, init);
    forgetPrefetched();
    return isFresh(known.askedAt) ? known.answer.catch(() => request(input, init)) : request(input, init);
  };
}

function isFresh(askedAt: number): boolean {
  return Date.now() - askedAt < FRESH_MS;
}
