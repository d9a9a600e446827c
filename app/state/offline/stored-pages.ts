import { LANGUAGE } from '#messages';
import { PAGE_NAME, pageCache, pageOfDataAddress } from '../../../base/page-copies.ts';
import { nameOfPage } from './page-names.ts';
import { screens } from '../network/framework.ts';

export interface StoredPage {
  /** When the shop sent it, in ms since 1970. */
  storedAt: number;
  /** What a link to it says; null for the later parts of a long list. */
  name: string | null;
}

/** The stored pages by their addresses, each with its query; the newest first. */
export async function storedPages(): Promise<ReadonlyMap<string, StoredPage>> {
  if (!('caches' in window)) return new Map();
  const cache = await caches.open(pageCache(LANGUAGE, screens().version));
  const pages = new Map<string, StoredPage>();
  for (const request of (await cache.keys()).toReversed()) {
    const page = pageOfDataAddress(new URL(request.url));
    const headers = (await cache.match(request))?.headers;
    if (page === null || pages.has(page)) continue;
    const own = headers?.get(PAGE_NAME);
    const name = own ? decodeURIComponent(own) : nameOfPage(page);
    pages.set(page, { storedAt: Date.parse(headers?.get('Date') ?? ''), name });
  }
  return pages;
}
