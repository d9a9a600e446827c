import { pageCache, pageOfDataAddress } from '../../domain/page-copies.ts';
import { shopVersion } from './shop-version.ts';

/** The public pages that this browser can show without a network, each with its query, the newest first: page → when the shop sent it, in ms since 1970. */
export async function storedPages(): Promise<ReadonlyMap<string, number>> {
  if (!('caches' in window)) return new Map();
  const cache = await caches.open(pageCache(shopVersion()));
  const pages = new Map<string, number>();
  for (const request of (await cache.keys()).toReversed()) {
    const page = pageOfDataAddress(new URL(request.url));
    const date = (await cache.match(request))?.headers.get('Date');
    if (page !== null && !pages.has(page)) pages.set(page, Date.parse(date ?? ''));
  }
  return pages;
}
