/** Replaces `window.fetch`, here and nowhere else, because the framework shows its requests and answers to nobody (decision 30). */
import { COPY, pageOfDataAddress } from '../../../base/page-copies.ts';
import { SHOP_VERSION } from '../../../base/shop-version.ts';
import { screens } from './framework.ts';
import { setPageCopy } from '../offline/page-copy.ts';

/** Data that was requested ahead and is older than this is not shown, in ms. */
const FRESH_MS = 10_000;

type Adapt = (init: RequestInit | undefined) => RequestInit | undefined;

let ahead: { address: string; askedAt: number; answer: Promise<Response> } | undefined;
let outdated = false;
let adapt: Adapt = (init) => init;

export function watchRequests(): void {
  const send = window.fetch;
  const { version } = screens();
  window.fetch = async (input, init) => {
    const again = (): Promise<Response> => send(input, adapt(init));
    const response = await (takeAhead(String(input))?.catch(again) ?? again());
    const answering = response.headers.get(SHOP_VERSION);
    if (answering !== null && answering !== version) outdated = true;
    const page = pageOfDataAddress(new URL(String(input), location.href));
    if (page !== null && response.ok)
      setPageCopy(page, response.headers.has(COPY) ? Date.parse(response.headers.get('Date') ?? '') : null);
    return response;
  };
}

export function adaptRequests(next: Adapt): void {
  adapt = next;
}

/** Whether another version of the shop than this document's has answered. */
export function isOutdated(): boolean {
  return outdated;
}

/** Requests the data at this address before it is needed, unless that has just been done. The next request for it gets the answer, once. */
export function prefetch(address: string): void {
  if (ahead?.address === address && isFresh(ahead.askedAt)) return;
  forgetPrefetched();
  const answer = fetch(address);
  ahead = { address, askedAt: Date.now(), answer };
  // A lost answer is asked for again when it is needed.
  answer.catch(forgetPrefetched);
}

export function forgetPrefetched(): void {
  ahead = undefined;
}

function takeAhead(url: string): Promise<Response> | undefined {
  const known = ahead;
  if (!known || !url.endsWith(known.address)) return undefined;
  forgetPrefetched();
  return isFresh(known.askedAt) ? known.answer : undefined;
}

function isFresh(askedAt: number): boolean {
  return Date.now() - askedAt < FRESH_MS;
}
