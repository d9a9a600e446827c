import { expect, test } from 'vitest';
import { lookOf, contrast } from '../../domain/shop/palette.ts';
import { renderEmail, type Sender } from './email.ts';

const SENDER: Sender = { name: 'Karim & Sons', nameBn: 'করিম', phone: '+880 1', url: 'https://shop.example' };
const DRAFT = {
  to: 'rahim@example.com',
  language: 'en',
  subject: 'Hello',
  parts: [{ kind: 'link', label: 'View', url: 'https://shop.example/user/orders/1' }],
} as const;

test('a mail has the usual green and no logo', () => {
  const { html } = renderEmail({ ...SENDER, look: null }, DRAFT);
  expect(html).toContain('background:#15803d;color:#fff');
  expect(html).not.toContain('<img');
  expect(renderEmail(SENDER, DRAFT).html).toBe(html);
});

test('with a logo and a colour it has these, readable on white, in its HTML alone', () => {
  const look = lookOf({ accent: '#facc15', logo: '/images/l/0123456789abcdef-144-96.webp' });
  const { html, text } = renderEmail({ ...SENDER, look }, DRAFT);
  expect(html).toContain(
    '<img src="https://shop.example/images/l/0123456789abcdef-144-96.png" alt="Karim &amp; Sons" height="40"',
  );
  const [, colour = ''] = /background:(#[\da-f]{6});color:#fff/.exec(html) ?? [];
  expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(html).toContain(`style="color:${colour}">https://shop.example/`);
  expect(html).not.toContain('#15803d');
  expect(text).toBe(renderEmail(SENDER, DRAFT).text);
});
