import { expect, test } from 'vitest';
import { catalogueRowSchema } from '../domain/catalogue/catalogue-file.ts';
import { parseBy } from '../domain/parse.ts';
import { areasInput } from '../domain/shop/read-areas.ts';
import { readSettingValues } from '../domain/shop/read-settings.ts';
import { OPERATIONS } from './operations.ts';

const key = '00000000-0000-4000-8000-000000000001';
const change = (fields: object) => (amount: unknown) =>
  parseBy(OPERATIONS['orders.change'].input, { id: 'x', ...fields, [String(Object.keys(fields).at(-1))]: amount });
const area = (field: string) => (amount: unknown) =>
  parseBy(areasInput, { areas: [{ name: 'Mirpur', [field]: amount }] });
const setting = (name: string) => (amount: unknown) => readSettingValues({ [name]: amount });

/** Of each operation that takes an amount. */
const NEEDED: [string, (amount: unknown) => { ok: boolean }][] = [
  ['deliver', change({ change: 'deliver', collected: 0 })],
  ['collect', change({ change: 'collect', amount: 0 })],
  ['give back', change({ change: 'give-back', reason: 'Spoilt', amount: 0 })],
  [
    'round.press',
    (collected) => parseBy(OPERATIONS['round.press'].input, { order: 'x', key, change: 'deliver', collected }),
  ],
  ['cash.handover', (amount) => parseBy(OPERATIONS['cash.handover'].input, { day: '2026-11-21', rider: null, amount })],
  ['a product’s price', (price) => parseBy(catalogueRowSchema.shape.price, price)],
  ['the fee', setting('fee')],
];
/** Where none can be meant. */
const OPTIONAL: typeof NEEDED = [
  ...['freeFrom', 'minimum', 'confirmFrom'].map((name): (typeof NEEDED)[number] => [name, setting(name)]),
  ...['fee', 'freeFrom', 'minimum'].map((name): (typeof NEEDED)[number] => [`an area’s ${name}`, area(name)]),
];

test.each([...NEEDED, ...OPTIONAL])('%s is a number or plain decimal text, and nothing else', (_, read) => {
  for (const amount of [5, 12.5, '5', '12.50', '১২.৫', 'Tk 1,250'])
    expect([amount, read(amount).ok]).toEqual([amount, true]);
  for (const amount of [true, ['5'], '0x10', '1e3', [], {}, 'five', '1.2.3'])
    expect([amount, read(amount).ok]).toEqual([amount, false]);
});

test.each(NEEDED)('%s is not left out by null or an empty text', (_, read) => {
  for (const amount of [null, '', ' ']) expect([amount, read(amount).ok]).toEqual([amount, false]);
});
