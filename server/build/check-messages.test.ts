import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMessages, messageFaults } from './check-messages.ts';

const EN = { CART: 'Cart', CART_LINK: 'Cart, {n} items', FIELDS: { name: 'Name' } };
const BN = { CART: 'কার্ট', CART_LINK: 'কার্ট, {n}টি পণ্য', FIELDS: { name: 'নাম' } };
const SOURCES = ['formatMessage(CART_LINK, { n })', 'messages.CART + messages.FIELDS.name'];

test('the texts of the shop are the same in both languages, and all are used', async () => {
  await expect(checkMessages(join(import.meta.dirname, '../..'))).resolves.toBeUndefined();
  expect(messageFaults(EN, BN, SOURCES)).toEqual([]);
});

test.each([
  ['a missing text', EN, { ...BN, CART: undefined }, SOURCES, 'CART is missing in one language'],
  ['a text too many', EN, { ...BN, MORE: 'আরও' }, [...SOURCES, 'MORE'], 'MORE is missing in one language'],
  ['another parameter', EN, { ...BN, CART_LINK: 'কার্ট, {count}টি পণ্য' }, SOURCES, 'CART_LINK has other parameters'],
  ['no parameter', EN, { ...BN, CART_LINK: 'কার্ট' }, SOURCES, 'CART_LINK has other parameters'],
  ['a missing text of a group', EN, { ...BN, FIELDS: {} }, SOURCES, 'FIELDS.name is missing in one language'],
  ['a text that nothing uses', EN, BN, [SOURCES[0] ?? '', 'messages.CART_LINK + FIELDS'], 'CART is not used'],
])('%s is a fault', (_, first, second, sources, fault) => {
  expect(messageFaults(first, second, sources)).toEqual([fault]);
});
