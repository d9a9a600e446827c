import { createHash } from 'node:crypto';

/**
 * A page as it is sent, and its Content-Security-Policy. All visitors get the same bytes, so no nonce can be sent.
 * While the page is rendered its own inline scripts carry the nonce `mark`; the policy allows each by the hash of its
 * text instead. Pictures may come from any address, because catalogue files may name one.
 */
export function secured(rendered: Buffer, mark: string, styleSheetSource: string) {
  const nonce = Buffer.from(` nonce="${mark}"`);
  const scripts = new Set<string>();
  const styles = new Set([styleSheetSource]);
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = rendered.indexOf(nonce); at >= 0; at = rendered.indexOf(nonce, from)) {
    parts.push(rendered.subarray(from, at));
    from = at + nonce.length;
    const tag = rendered.toString('latin1', rendered.lastIndexOf('<', at), at);
    const [, element] = /^<(script|style)\b/.exec(tag) ?? [];
    if (!element) continue;
    const text = rendered.subarray(rendered.indexOf('>', from) + 1, rendered.indexOf(`</${element}>`, from));
    (element === 'style' ? styles : scripts).add(sourceOf(text));
  }
  parts.push(rendered.subarray(from));
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[...scripts].join(' ')}`.trimEnd(),
    `style-src 'self' ${[...styles].join(' ')}`,
    "img-src 'self' https: http:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { page: Buffer.concat(parts), policy };
}

export function sourceOf(text: string | Buffer): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
