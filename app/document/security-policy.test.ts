import { expect, test } from 'vitest';
import { secured, sourceOf } from './security-policy.ts';

const MARK = '0b1e6f0c-mark';

test('the scripts that were marked are allowed, one that got into the page is not', () => {
  const { page, policy } = secured(
    Buffer.from(
      `<p>rice</p><script nonce="${MARK}" type="module" async="">ours()</script><script>theirs()</script>` +
        `<script nonce="guessed">theirs()</script><link rel="modulepreload" href="/a.js" nonce="${MARK}"/>`,
    ),
    MARK,
    "'sha256-style'",
  );
  expect(policy).toContain(`script-src 'self' ${sourceOf('ours()')};`);
  expect(policy).not.toContain(sourceOf('theirs()'));
  expect(page.toString()).not.toContain(MARK);
  expect(page.toString()).toContain('<script type="module" async="">ours()</script>');
});

test('a style that was marked is allowed beside the style sheet', () => {
  const { page, policy } = secured(
    Buffer.from(`<style nonce="${MARK}">:root{--leaf:#e11d48}</style><style nonce="guessed">a{}</style>`),
    MARK,
    "'sha256-style'",
  );
  expect(policy).toContain(`style-src 'self' 'sha256-style' ${sourceOf(':root{--leaf:#e11d48}')};`);
  expect(page.toString()).toContain('<style>:root{--leaf:#e11d48}</style>');
});

test('letters of every script stay what they are, and count for the hash', () => {
  const { page, policy } = secured(Buffer.from(`<p>চাল</p><script nonce="${MARK}">say('ডিম')</script>`), MARK, '');
  expect(page.toString()).toBe("<p>চাল</p><script>say('ডিম')</script>");
  expect(policy).toContain(sourceOf("say('ডিম')"));
});

test('pictures come from addresses alone', () => {
  const { policy } = secured(Buffer.alloc(0), MARK, "'sha256-style'");
  expect(policy).toContain("img-src 'self' https: http:;");
  expect(policy).not.toMatch(/data:|blob:|unsafe/);
});
