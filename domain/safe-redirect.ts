/** Where a customer goes on to after logging in (product §2). */

const SHOP = 'https://shop.invalid';

/**
 * The path of this shop that `wanted` names, or `/`. Whatever a browser would resolve to another site (`//evil.example`,
 * `/\evil.example`, `https:evil.example`), and the login screen itself, become `/`.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 2000) return '/';
  let url: URL;
  try {
    url = new URL(wanted, SHOP);
  } catch {
    return '/';
  }
  const path = url.pathname + url.search;
  if (url.origin !== SHOP || path.startsWith('//') || /^\/user\/(?:login|register|logout)/.test(path)) return '/';
  return path;
}
