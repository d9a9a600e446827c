import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testAll } from '../../test/support/properties.ts';
import { csvRecord } from '../../base/csv.ts';
import { csvRecords } from './csv-records.ts';

const cellsIn = (text: string) => [...csvRecords(text)].map(({ cells }) => cells);

const texts = fc.string({ unit: fc.constantFrom('a', 'ক', '"', ',', ';', ' ', '\n', "'"), maxLength: 8 });
const row = fc.array(texts, { minLength: 3, maxLength: 3 });

testAll(
  'what is written as CSV is read again, with the lines of each record',
  fc.array(row, { maxLength: 6 }),
  (rows) => {
    const header = ['id', 'name', 'price'];
    const records = [header, ...rows];
    const read = [...csvRecords(records.map(csvRecord).join(''))];
    const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
    expect(read.map(({ cells }) => cells)).toEqual(records.map((cells) => (isBlank(cells) ? [] : cells)));
    let line = 1;
    for (const [at, { line: first, lastLine }] of read.entries()) {
      const last = line + (records[at]?.join('').split('\n').length ?? 1) - 1;
      expect([first, lastLine]).toEqual([line, last]);
      line = last + 1;
    }
  },
);

test.each([
  [
    'a;b;c\n1;2;3',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ],
  ],
  ['sep=;\na;b\n1,5;2', [[], ['a', 'b'], ['1,5', '2']]],
  [
    'id,name\n1,Plate 9" steel\n2,Tea',
    [
      ['id', 'name'],
      ['1', 'Plate 9" steel'],
      ['2', 'Tea'],
    ],
  ],
  [
    'id,name\n1,"Plate 9" steel"\n2,Tea',
    [
      ['id', 'name'],
      ['1', 'Plate 9" steel'],
      ['2', 'Tea'],
    ],
  ],
  [
    'id,name\n1,"never closed\n2,Tea',
    [
      ['id', 'name'],
      ['1', '"never closed'],
      ['2', 'Tea'],
    ],
  ],
  ['id,name,,\n1,Tea,,\n,,,', [['id', 'name'], ['1', 'Tea'], []]],
])('of %j the cells are %j', (text, cells) => {
  expect(cellsIn(text)).toEqual(cells);
});
