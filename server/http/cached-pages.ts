import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRouteId, pageOfDataPath, isPublicPage } from '../../base/page-copies.ts';
import { type Language, LANGUAGES, localPath, splitPath } from '../../base/language.ts';
import { typedWords } from '../../domain/catalogue/suggestions.ts';
import { parseSearchCategory, normalizeSearchText } from '../../domain/catalogue/search.ts';
import type { KnownOrders } from '../../domain/orders/order.ts';
import { type CacheTier, encodingFor, type PageCache, sendCachedResponse } from './page-cache.ts';
import { namesOneHost } from './refusals.ts';
import { REQUEST_ID, requestIdOf, type Middleware } from './middleware.ts';

/** They differ in the top strip, and at home in the places for a customer's own orders. */
export type Variant = 'visitor' | KnownOrders;

interface CachedPagesOptions {
  cache: PageCache;
  /** Renders a public page. It gets no request, so that nothing personal can be in a cached page. */
  render: (address: string, variant: Variant) => Promise<Response>;
  /** Of the session in the cookie. The language is that of the page; null when all share it. */
  variantOf: (cookie: string, language: Language | null, isHome: boolean) => Promise<Variant>;
  /** Of the promise that pages make. One of an earlier period is not sent any more. */
  period: () => string;
}

/** Answers public pages and their data from the cache, before the framework runs; passes all other requests on. */
export function cachedPages({ cache, render, variantOf, period }: CachedPagesOptions): Middleware {
  const answer = (req: IncomingMessage, res: ServerResponse, { address, tier }: PublicPage, variant: Variant) => {
    const encoding = encodingFor(req.headers['accept-encoding']);
    const key = `${variant} ${encoding} ${period()} ${address}`;
    const page = cache.get(key, tier);
    const own = [REQUEST_ID, requestIdOf(res)];
    if (page) return sendCachedResponse(req, res, page, own);
    return cache
      .getOrRender({ key, render: () => render(address, variant), tier, encoding })
      .then((made) => sendCachedResponse(req, res, made, own));
  };

  return (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !namesOneHost(req)) return next();
    const page = publicPage(req.url ?? '/');
    if (page === null) return next();
    const { cookie } = req.headers;
    if (cookie === undefined) return answer(req, res, page, 'visitor');
    return variantOf(cookie, page.language, page.isHome).then((variant) => answer(req, res, page, variant));
  };
}

const LISTING = /^\/api\/listings\/[a-z0-9-]{1,40}$/;
const SEARCH = /^\/(groceries|api\/listings)\/search-results(\.data)?$/;
const SUGGESTIONS = '/api/suggest';
/** Products, of which there may be a million, and the large lists of them: without parts that a parameter selects. */
const SINGLE = /^\/(?:product\/[a-z0-9-]{1,64}(?:\.data)?|sitemap(?:\/\d{1,6})?\.xml)$/;
const LONGEST = 600;

interface PublicPage {
  /** The cache key: the path and those parameters that change the page, always in the same form and order. */
  address: string;
  language: Language | null;
  isHome: boolean;
  tier: CacheTier;
}

/** The public page at this URL, or null. Unknown parameters are dropped: nobody can fill the cache with copies. */
export function publicPage(url: string): PublicPage | null {
  const at = url.indexOf('?');
  const asked = at < 0 ? url : url.slice(0, at);
  // A language's home has two addresses, `/bn` and `/bn/`.
  const pathname = LANGUAGES.some((one) => asked === `${localPath(one, '/')}/`) ? asked.slice(0, -1) : asked;
  const isPage = isPublicPage(pageOfDataPath(pathname) ?? pathname);
  // A part of a list, suggestions, a list for search engines: with one address for both languages.
  const isShared = LISTING.test(pathname) || pathname === SUGGESTIONS || SINGLE.test(pathname);
  if (url.length > LONGEST || !(isPage || isShared)) return null;
  const { language: ofPath, path } = splitPath(pathname);
  const language = isPage ? ofPath : null;
  const isHome = splitPath(pageOfDataPath(pathname) ?? pathname).path === '/';
  const single = SINGLE.test(path);
  let tier: CacheTier = single || path === SUGGESTIONS ? 'many' : 'few';
  if (at < 0) return { address: pathname, language, isHome, tier };
  const [, place, data] = SEARCH.exec(path) ?? [];
  const given = new URLSearchParams(url.slice(at));
  const kept = new URLSearchParams();
  if (path === SUGGESTIONS) {
    kept.set('q', typedWords(given.get('q') ?? ''));
    const category = parseSearchCategory(given.get('category'));
    if (category !== 'all') kept.set('category', category);
  }
  if (place !== undefined) {
    const text = given.get('searchText') ?? '';
    const needle = normalizeSearchText(text);
    // A whole page shows the text as it was typed.
    const whole = place === 'groceries' && data === undefined;
    const typed = whole ? text : text.trim();
    if (typed !== '') kept.set('searchText', typed);
    const category = parseSearchCategory(given.get('searchCategory'));
    if (category !== 'all') kept.set('searchCategory', category);
    tier = whole && text !== needle ? 'none' : 'many';
  }
  const after = given.get('after') ?? '';
  if (!single && path !== SUGGESTIONS && /^\d{1,15}$/.test(after) && Number(after) > 0) {
    kept.set('after', String(Number(after)));
    if (tier === 'few') tier = 'many';
  }
  const routes = path.endsWith('.data') ? given.get('_routes') : null;
  if (routes !== null) {
    if (!isRouteId(routes)) return null;
    kept.set('_routes', routes);
  }
  return { address: kept.size === 0 ? pathname : `${pathname}?${kept}`, language, isHome, tier };
}
