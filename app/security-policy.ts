import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The Content-Security-Policy of one finished page. Inline scripts and the one style sheet are allowed by the hash of their
 * text, never by nonce, because the same bytes go to every visitor. Pictures may come from any https address (catalogue
 * files may name one). `html` has a character for each byte, so that nothing is decoded only to be hashed.
 */
export function contentSecurityPolicy(html: string, styleSheetSource: string): string {
  const scripts = new Set<string>();
  for (const [, script = ''] of html.matchAll(INLINE_SCRIPT)) scripts.add(sourceOf(Buffer.from(script, 'latin1')));
  return [
    "default-src 'self'",
    `script-src 'self' ${[...scripts].join(' ')}`.trimEnd(),
    `style-src 'self' ${styleSheetSource}`,
    "img-src 'self' https: http: data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** How a policy names an inline text. */
export function sourceOf(text: string | Buffer): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
