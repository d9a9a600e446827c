const SHOP = 'https://shop.invalid';

/** A path with its query. It is `/` when a browser would leave the shop: `//evil.example`, `/\evil.example`. */
export function shopPath(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/') || target.length > 2000) return '/';
  const url = URL.parse(target, SHOP);
  const path = url === null ? '/' : url.pathname + url.search;
  return url?.origin !== SHOP || path.startsWith('//') ? '/' : path;
}

/** The page that opens after logging in (product §2): `shopPath`, and `/` instead of the login screen itself. */
export function safeRedirect(target: unknown): string {
  const path = shopPath(target);
  return /^\/user\/(?:login|register|logout)/.test(path) ? '/' : path;
}
