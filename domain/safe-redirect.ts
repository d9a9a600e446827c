/** The page that opens after logging in (product §2). */

const SHOP = 'https://shop.invalid';

/**
 * The path of this shop that `target` names, or `/`. Targets that a browser would resolve to another site
 * (`//evil.example`, `/\evil.example`, `https:evil.example`), and the login screen itself, become `/`.
 */
export function safeRedirect(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/') || target.length > 2000) return '/';
  let url: URL;
  try {
    url = new URL(target, SHOP);
  } catch {
    return '/';
  }
  const path = url.pathname + url.search;
  if (url.origin !== SHOP || path.startsWith('//') || /^\/user\/(?:login|register|logout)/.test(path)) return '/';
  return path;
}
