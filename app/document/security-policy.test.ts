import { expect, test } from 'vitest';
import { secured, sourceOf } from './security-policy.ts';

const MARK = '0b1e6f0c-mark';

test('the scripts that were marked are allowed, one that got into the page is not', () => {
  const { html, policy } = secured(
    `<p>rice</p><script nonce="${MARK}" type="module" async="">ours()</script><script>theirs()</script>` +
      `<script nonce="guessed">theirs()</script><link rel="modulepreload" href="/a.js" nonce="${MARK}"/>`,
    MARK,
    "'sha256-style'",
  );
  expect(policy).toContain(`script-src 'self' ${sourceOf('ours()')};`);
  expect(policy).not.toContain(sourceOf('theirs()'));
  expect(html).not.toContain(MARK);
  expect(html).toContain('<script type="module" async="">ours()</script>');
});

test('pictures come from addresses alone', () => {
  const { policy } = secured('', MARK, "'sha256-style'");
  expect(policy).toContain("img-src 'self' https: http:;");
  expect(policy).not.toMatch(/data:|blob:|unsafe/);
});
