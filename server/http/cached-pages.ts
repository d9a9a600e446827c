import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseSearchCategory, searchNeedle } from '../../domain/search.ts';
import type { Keeping, PageCache } from './page-cache.ts';
import { sendFinished } from './finished.ts';
import { namesOneHost } from './malformed.ts';
import { REQUEST_ID, requestIdOf } from './request-log.ts';
import type { Middleware } from './middleware.ts';

/** Who a public page is made for: the two variants differ in the top strip alone. */
export type Variant = 'visitor' | 'customer';

interface CachedPagesOptions {
  cache: PageCache;
  /** Makes a public page; it learns the address and the variant, and nothing of the request. */
  render: (address: string, variant: Variant) => Promise<Response>;
  /** Whether a request's cookie is a customer's session. */
  isCustomer: (cookie: string) => Promise<boolean>;
}

/**
 * Answers public pages and their data from memory, before any framework runs; makes them when they are not there. Everything
 * else goes on.
 */
export function cachedPages({ cache, render, isCustomer }: CachedPagesOptions): Middleware {
  const answer = (
    req: IncomingMessage,
    res: ServerResponse,
    { address, keeping }: PublicPage,
    variant: Variant,
  ): void | Promise<void> => {
    const key = `${variant} ${address}`;
    const page = cache.get(key, keeping);
    const own = [REQUEST_ID, requestIdOf(res)];
    if (page) return sendFinished(req, res, page, own);
    return cache.obtain(key, () => render(address, variant), keeping).then((made) => sendFinished(req, res, made, own));
  };

  return (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !namesOneHost(req)) return next();
    const page = publicPage(req.url ?? '/');
    if (page === null) return next();
    const { cookie } = req.headers;
    if (cookie === undefined) return answer(req, res, page, 'visitor');
    return isCustomer(cookie).then((customer) => answer(req, res, page, customer ? 'customer' : 'visitor'));
  };
}

const PUBLIC = /^\/(?:|_|about|help|groceries(?:\/[a-z-]{1,40}){0,2}|api\/listings\/[a-z-]{1,40})(?:\.data)?$/;
const SEARCH = /^\/(groceries|api\/listings)\/search-results(\.data)?$/;
/** The part of a page's data that the framework asks for: that of one route. */
const ROUTES = /^(?:root|routes\/[a-z-]{1,40})$/;
const LONGEST = 600;

/** A public page, as a request names it. */
interface PublicPage {
  /** Its address with the parameters that change it, in one form and order, and no others. */
  address: string;
  keeping: Keeping;
}

/** The public page that is asked for; null for what is none. However odd the query string, the pages that are kept are few. */
export function publicPage(url: string): PublicPage | null {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  if (!PUBLIC.test(path) || url.length > LONGEST) return null;
  const [, place, data] = SEARCH.exec(path) ?? [];
  if (at < 0) return { address: path, keeping: 'few' };
  const given = new URLSearchParams(url.slice(at));
  const kept = new URLSearchParams();
  let keeping: Keeping = 'few';
  if (place !== undefined) {
    const text = given.get('searchText') ?? '';
    const needle = searchNeedle(text);
    // A whole page says what was typed; data and lists are the same for all that is searched for alike.
    const whole = place === 'groceries' && data === undefined;
    const asked = whole ? text : needle;
    if (asked !== '') kept.set('searchText', asked);
    const category = parseSearchCategory(given.get('searchCategory'));
    if (category !== 'all') kept.set('searchCategory', category);
    keeping = whole && text !== needle ? 'none' : 'many';
  }
  const after = given.get('after') ?? '';
  if (/^\d{1,15}$/.test(after) && Number(after) > 0) {
    kept.set('after', String(Number(after)));
    if (keeping === 'few') keeping = 'many';
  }
  const routes = path.endsWith('.data') ? given.get('_routes') : null;
  if (routes !== null) {
    if (!ROUTES.test(routes)) return null;
    kept.set('_routes', routes);
  }
  return { address: kept.size === 0 ? path : `${path}?${kept}`, keeping };
}
