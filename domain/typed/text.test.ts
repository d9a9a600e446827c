import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../test/support/arbitraries.ts';
import { testAll } from '../../test/support/properties.ts';
import { cleanLines, cleanText, fold, isBlank } from './text.ts';

/** Characters that show nothing, as chats, contacts and sheets leave them in what is copied. */
const UNSEEN = ['\u200B', '\u200E', '\u200F', '\u2060', '\u00AD', '\uFEFF', '\uFE0E', '\u{E0020}', '\u202E'];
const texts = fc.oneof(
  anyText(),
  fc
    .array(
      fc.constantFrom(
        ...UNSEEN,
        '\u200D',
        '\u200C',
        '\u00A0',
        ' ',
        '\n',
        'অ',
        'া',
        'য',
        '\u09BC',
        'e',
        '\u0301',
        '-',
        '🥚',
        '\uFE0F',
        'ত',
        '্',
      ),
    )
    .map((all) => all.join('')),
);

test.each([
  ['  Rahim\r\nUddin\u0000 ', 'Rahim Uddin'],
  ['e\u0301', '\u00E9'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['a\uD800b', 'a\uFFFDb'],
  ['\u200Bক\u200B\u00ADখ\u2060', 'কখ'],
  ['5\u00A0kg\u2009 rice', '5 kg rice'],
  ['অালু', 'আলু'],
  ['উত\u09CD\u200Dসব', 'উৎসব'],
  ['পিঁয়া\u09DFজ', 'পিঁয়া\u09AF\u09BCজ'],
  ['\u200Dমুগ \u200C ডাল\u200D', 'মুগ ডাল'],
  // Joiners that Bangla and emoji are written with.
  ['র\u200D্যাব ও ক্ষীর', 'র\u200D্যাব ও ক্ষীর'],
  ['👨\u200D🍳 ❤\uFE0F', '👨\u200D🍳 ❤\uFE0F'],
])('%j is stored as %j', (typed, stored) => expect(cleanText(typed)).toBe(stored));

test('lines stay lines', () => expect(cleanLines(' a \r\n\u200B\n b\u00A0c ')).toBe('a\n\nb c'));

test('a text is blank when nothing of it is visible', () => {
  for (const text of ['', ' ', '\u00A0', '\u200B\u200D', '\u2800', '\u3164', '\uFE0F'])
    expect(isBlank(text)).toBe(true);
  for (const text of ['a', '০', '🥚', '-']) expect(isBlank(text)).toBe(false);
});

test('texts that look the same are the same to a search', () => {
  expect(fold('র\u200D্যাব')).toBe(fold('র্যাব'));
  expect(fold('MIRPUR\u200B \u00A010')).toBe('mirpur 10');
  expect(fold('অাটা')).toBe(fold('আটা'));
});

testAll('what is clean stays as it is, and can be stored', texts, (text) => {
  const clean = cleanText(text);
  expect(cleanText(clean)).toBe(clean);
  expect(fold(fold(text))).toBe(fold(text));
  expect(clean.isWellFormed() && clean === clean.normalize('NFC')).toBe(true);
  expect(clean).not.toMatch(/\p{Cc}|^\s|\s$/u);
});

testAll(
  'what shows nothing makes no difference, wherever it stands',
  anyText(),
  fc.constantFrom(...UNSEEN),
  fc.nat(),
  (text, unseen, at) => {
    const letters = [...cleanText(text)];
    const place = at % (letters.length + 1);
    expect(cleanText(letters.toSpliced(place, 0, unseen).join(''))).toBe(cleanText(letters.join('')));
  },
);
