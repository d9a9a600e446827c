/** Replaces `window.fetch`, here only: the framework shows its requests to nobody (decision 30). */
import type { UNSAFE_AssetsManifest } from 'react-router';
import { COPY, pageOfDataAddress, SHOP_VERSION } from '../../../base/page-copies.ts';
import { createValue } from '../value.ts';

/**
 * The screens and their scripts, which the framework gives to every document; `version` is a hash of all (decision 30).
 */
export function screens(): UNSAFE_AssetsManifest {
  return Reflect.get(window, '__reactRouterManifest');
}

/** The pages that this document shows from copies: path with query → when the shop sent it, in ms. */
const copies = createValue<ReadonlyMap<string, number>>(new Map());

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

/** Requests this data before it is needed, unless that was just done. The next request gets the answer. */
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

/** `storedAt` null: the page came from the shop. */
export function setPageCopy(page: string, storedAt: number | null): void {
  const next = new Map(copies.get());
  if (storedAt === null) next.delete(page);
  else next.set(page, storedAt);
  copies.set(next);
}

/** When the shop sent the shown copy of `page`, in ms since 1970; null when the page is not a copy. */
export function usePageCopy(page: string): number | null {
  return copies.use((all) => all.get(page) ?? null);
}
