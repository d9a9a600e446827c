import * as fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvRecord } from './csv.ts';

test('quotes only what needs it', () => {
  expect(csvRecord(['rui', 'রুই', 85.5, 'a,b', 'say "hi"', ' x', ''])).toBe('rui,রুই,85.5,"a,b","say ""hi"""," x",\r\n');
});

test('is read as what was written', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }), (values) => {
      expect(parse(csvRecord(values))).toEqual([values]);
    }),
  );
});
