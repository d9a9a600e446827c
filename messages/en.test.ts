import { expect, test } from 'vitest';
import * as messages from './en.ts';
import { formatMessage } from './format.ts';

test('counts have a form for one; the items of a list have not', () => {
  const both = (text: '{n} piece|{n} pieces' | '{n} suggestion|{n} suggestions') =>
    [0, 1, 2].map((n) => formatMessage(text, { n }));
  expect(both(messages.PIECE_COUNT)).toEqual(['0 pieces', '1 piece', '2 pieces']);
  expect(both(messages.SUGGESTION_COUNT)).toEqual(['0 suggestions', '1 suggestion', '2 suggestions']);
  expect(formatMessage(messages.ITEM_COUNT, { n: 1 })).toBe('1 Items');
});

test('names that were stored are shown as they are', () => {
  for (const names of [
    messages.SEARCH_CATEGORY_NAMES,
    messages.UNIT_NAMES,
    messages.STATUS_NAMES,
    messages.PAYMENT_STATUS_NAMES,
    messages.GENDER_NAMES,
    messages.DIVISION_NAMES,
  ])
    expect(Object.values(names)).toEqual(Object.keys(names));
});
