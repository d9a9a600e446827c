import { createHash } from 'node:crypto';

/**
 * A page as it goes out, and its Content-Security-Policy. While it is rendered, the shop's and the framework's inline scripts carry
 * the nonce `mark`; it is taken away again and they are allowed by the hash of their text, because the same bytes go to every
 * visitor. A script that got into the page in any other way has no mark and is not allowed. So is the one style sheet. Pictures may
 * come from any address (catalogue files may name one). `html` has a character for each byte, so that nothing is decoded only to be hashed.
 */
export function secured(html: string, mark: string, styleSheetSource: string): { html: string; policy: string } {
  const nonce = ` nonce="${mark}"`;
  const scripts = new Set<string>();
  for (const [, script = ''] of html.matchAll(new RegExp(`<script[^>]*${nonce}[^>]*>([\\s\\S]*?)</script>`, 'g'))) {
    scripts.add(sourceOf(Buffer.from(script, 'latin1')));
  }
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[...scripts].join(' ')}`.trimEnd(),
    `style-src 'self' ${styleSheetSource}`,
    "img-src 'self' https: http:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html: html.replaceAll(nonce, ''), policy };
}

/** How a policy names an inline text. */
export function sourceOf(text: string | Buffer): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
