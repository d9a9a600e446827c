import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageCache } from '../page-cache.ts';
import { sendFinished } from './finished.ts';
import type { Step } from './walk.ts';

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
export function cachedPages({ cache, render, isCustomer }: CachedPagesOptions): Step {
  const answer = (
    req: IncomingMessage,
    res: ServerResponse,
    address: string,
    variant: Variant,
  ): void | Promise<void> => {
    const key = `${variant} ${address}`;
    const page = cache.get(key);
    if (page) return sendFinished(req, res, page);
    return cache.obtain(key, () => render(address, variant)).then((made) => sendFinished(req, res, made));
  };

  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const address = publicAddress(req.url ?? '/');
    if (address === null) return next();
    const { cookie } = req.headers;
    if (cookie === undefined) return answer(req, res, address, 'visitor');
    return isCustomer(cookie).then((customer) => answer(req, res, address, customer ? 'customer' : 'visitor'));
  };
}

const PUBLIC = /^\/(?:|_|about|help|groceries(?:\/[a-z-]{1,40}){0,2}|api\/listings\/[a-z-]{1,40})(?:\.data)?$/;
/** The parameters that change a page, in the order in which a key has them. */
const PARAMETERS = ['searchText', 'searchCategory', 'after', '_routes'];
const LONGEST = 600;

/**
 * The address under which a request's page is kept, with the parameters that change it and no others, so that odd query
 * strings do not fill the cache; null for what is not public.
 */
export function publicAddress(url: string): string | null {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  if (!PUBLIC.test(path) || url.length > LONGEST) return null;
  if (at < 0) return path;
  const given = new URLSearchParams(url.slice(at));
  const kept = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? path : `${path}?${kept}`;
}
