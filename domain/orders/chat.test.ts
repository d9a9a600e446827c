import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testAll } from '../../test/support/properties.ts';
import { piecesFor, readChat, type Wish } from './chat.ts';

const read = (message: string) => readChat(message).wishes.map(({ words, amount, unit }) => [amount, unit, words]);

describe('a message', () => {
  test.each<[string, unknown[][]]>([
    [
      '২ কেজি আলু, 1 dozen egg, piaj 500g',
      [
        [2, 'kg', 'আলু'],
        [1, 'dozen', 'egg'],
        [500, 'g', 'piaj'],
      ],
    ],
    ['alu', [[null, null, 'alu']]],
    ['ডিম ২ হালি', [[2, 'hali', 'ডিম']]],
    ['লেবু ৪টা', [[4, 'pcs', 'লেবু']]],
    ['দেড় কেজি চিনি', [[1.5, 'kg', 'চিনি']]],
    ['আধা কেজি আদা', [[0.5, 'kg', 'আদা']]],
    ['half kg ada', [[0.5, 'kg', 'ada']]],
    ['আড়াই লিটার তেল', [[2.5, 'L', 'তেল']]],
    ['1½ kg Rui fish', [[1.5, 'kg', 'rui fish']]],
    ['1/2 kg dal', [[0.5, 'kg', 'dal']]],
    ['1,5 kg dal', [[1.5, 'kg', 'dal']]],
    ['৫০০গ্রাম মসুর ডাল।', [[500, 'g', 'মসুর ডাল']]],
    ['2 packet biscuit', [[2, 'pack', 'biscuit']]],
    ['Alu: 2 kg.', [[2, 'kg', 'alu']]],
    [
      'আলু আর পেঁয়াজ ও রসুন ১ কেজি',
      [
        [null, null, 'আলু'],
        [null, null, 'পেঁয়াজ'],
        [1, 'kg', 'রসুন'],
      ],
    ],
    [
      'alu 2kg piaj 1kg roshun 250 gm',
      [
        [2, 'kg', 'alu'],
        [1, 'kg', 'piaj'],
        [250, 'g', 'roshun'],
      ],
    ],
    [
      '2kg alu 1 kg piaj',
      [
        [2, 'kg', 'alu'],
        [1, 'kg', 'piaj'],
      ],
    ],
    [
      '1. alu 2 kg\n2) 1 litre soybean oil\n৩) ডিম',
      [
        [2, 'kg', 'alu'],
        [1, 'L', 'soybean oil'],
        [null, null, 'ডিম'],
      ],
    ],
    [
      'Salam vai, kal sokale taratari diben',
      [
        [null, null, 'salam vai'],
        [null, null, ''],
      ],
    ],
    ['', []],
    [' ,;\n ', []],
  ])('%j asks for %j', (message, wishes) => expect(read(message)).toEqual(wishes));

  test.each([
    ['০১৭১১-২২২৩৩৩ alu 2kg', '01711222333', ['alu 2 kg']],
    ['+8801711 222 333\nalu', '01711222333', ['alu']],
    ['alu\n8801711222333', '01711222333', ['alu']],
    // One digit too many.
    ['017112223334', null, ['017112223334']],
  ])('%j has the phone %s', (message, phone, texts) => {
    const chat = readChat(message);
    expect(chat.phone).toBe(phone);
    expect(chat.wishes.map(({ text }) => text)).toEqual(texts);
  });

  const parts = fc.constantFrom(
    '2',
    'kg',
    'আলু',
    ' ',
    '\n',
    ',',
    '০১৭১১',
    '222333',
    '½',
    'half',
    'টা',
    'x',
    '.',
    '1)',
    'A',
    '।',
  );
  const messages = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(parts, { maxLength: 20 }).map((some) => some.join('')),
  );
  testAll('loses nothing that is written, whatever it is', messages, (message) => {
    const { phone, wishes } = readChat(message);
    // The letters and digits in their order. A phone is cut out, and 'and' is none.
    const letters = (text: string) =>
      text
        .toWellFormed()
        .normalize('NFC')
        .replace(/[^\p{L}\p{N}]/gu, '');
    if (phone === null && !/(?:^|\s)(?:and|ar|ও|আর|এবং)(?:\s|$)/iu.test(message))
      expect(letters(wishes.map(({ text }) => text).join(''))).toBe(letters(message));
    for (const { amount, text } of wishes) expect([text !== '', amount === null || amount > 0]).toEqual([true, true]);
  });
});

describe('so many of a product', () => {
  const wish = (text: string): Wish => readChat(text).wishes[0] ?? { text, words: '', amount: null, unit: null };
  test.each<[string, string, string, number]>([
    ['2 kg', '1', 'kg', 2],
    ['500 g', '1', 'kg', 1],
    ['1.5 kg', '500', 'g', 3],
    ['1 kg', '200', 'g', 5],
    ['1 dozen', '12', 'pcs', 1],
    ['1 dozen', '4', 'pcs', 3],
    ['1 dozen', '1', 'dozen', 1],
    ['2 hali', '4', 'pcs', 2],
    ['1 hali', '12', 'pcs', 1],
    ['6 pcs', '1', 'pc', 6],
    ['1.5 L', '500', 'ml', 3],
    ['3', '1', 'kg', 3],
    ['2 packet', '350', 'g', 2],
    ['2 ta', '400', 'g', 2],
    // What cannot be compared is one, and seen by whoever adds it.
    ['2 kg', '12', 'pcs', 1],
    ['1 dozen', '1', 'kg', 1],
    ['2 kg', '', '', 1],
    ['999999', '1', 'kg', 9999],
    ['x', '1', 'kg', 1],
  ])('%s of %s %s are %i', (text, weight, unit, pieces) =>
    expect(piecesFor(wish(text), { weight, unit })).toBe(pieces),
  );

  testAll(
    'are enough, and no piece more',
    fc.integer({ min: 1, max: 5_000 }),
    fc.integer({ min: 1, max: 2_000 }),
    (grams, each) => {
      const pieces = piecesFor(wish(`${grams} g`), { weight: String(each), unit: 'g' });
      expect(pieces * each).toBeGreaterThanOrEqual(grams);
      expect((pieces - 1) * each).toBeLessThan(grams);
    },
  );
});
