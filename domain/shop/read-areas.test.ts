import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { areasOfFile, READY_AREAS } from '../../server/shop/areas-file.ts';
import { areaFinder } from './areas.ts';
import { areasCsv, areasInput, type GivenArea } from './read-areas.ts';
import { done, type Outcome } from '../outcome.ts';
import { parseBy } from '../parse.ts';
import { refusalSentence } from '../../messages/operator-sentence.ts';
import { forAll } from '../../test/support/properties.ts';

const read = (...areas: unknown[]) => {
  const outcome = parseBy(areasInput, { areas }, 'areas');
  return outcome.ok ? done(outcome.value.areas) : outcome;
};
const readText = (text: string | Uint8Array) => areasOfFile(typeof text === 'string' ? Buffer.from(text) : text);

/** As they are kept. */
function kept(outcome: Outcome<GivenArea[]>) {
  if (!outcome.ok) throw new Error(refusalSentence(outcome));
  return outcome.value.map((area) => ({ ...area, aliases: area.aliases ?? '' }));
}

const faultsOf = (outcome: Outcome<unknown>) => (outcome.ok ? '' : refusalSentence(outcome));

describe('areas', () => {
  test('get an id from their name, and what they do not say is nothing', () => {
    const outcome = read({ name: ' Mirpur 10 ' }, { name: 'Mirpur-10', fee: '৮০' }, { name: 'মিরপুর', delivers: false });
    const [first, second, third] = kept(outcome);
    const nothing = { nameBn: '', aliases: '', fee: null, freeFrom: null, minimum: null, delivers: true };
    expect(first).toEqual({ ...nothing, id: 'mirpur-10', name: 'Mirpur 10' });
    expect(second).toMatchObject({ id: 'mirpur-10-2', fee: 80 });
    expect(third).toMatchObject({ id: 'area', delivers: false });
  });

  test('are read all or none, with a sentence for each bad value', () => {
    const rows = [
      { id: 'a', name: '' },
      { id: 'A b', name: 'A', fee: 'x' },
      { id: 'a', name: 'B', delivers: 'maybe' },
      7,
    ];
    expect(faultsOf(read(...rows, { id: 'c', name: '????' }, { name: 'D', town: 'E' }))).toBe(
      [
        'Row 1, name: Please fill this in.',
        'Row 2, id: Please write 1 to 64 of a-z, 0-9 and -, or nothing.',
        'Row 2, fee: Please write an amount of Tk, such as 60 or 60.5.',
        'Row 3, delivers: Please write yes or no.',
        'Row 4: Please write an area.',
        'Row 5, name: The Bangla letters are lost: save the file as “CSV UTF-8”, from one that still has them.',
        'Row 6, town: There is no field town.',
      ].join(' '),
    );
    const twice = [{ name: 'C' }, { id: 'c', name: 'C' }, { id: 'c', name: 'C' }];
    expect(faultsOf(read(...twice))).toBe('Row 3, id: Another row has the id c: choose another.');
    const many = Array.from({ length: 2_002 }, () => ({ name: 'A' }));
    expect(faultsOf(read(...many))).toBe('There can be at most 2000 areas.');
  });

  test('are read from what office programs save', () => {
    const csv =
      '\uFEFFID;Name;Name BN;Fee;Free from;Minimum;Delivers;\r\n\r\nsavar;Savar;সাভার;Tk 1,100.5;;৫০০;No;\r\n;;;;;;;\r\n';
    const area = { id: 'savar', name: 'Savar', nameBn: 'সাভার', fee: 1_100.5, freeFrom: null, minimum: 500 };
    expect(kept(readText(csv))).toEqual([{ ...area, delivers: false, aliases: '' }]);
    expect(kept(readText(Buffer.from(csv.replaceAll(';', '\t'), 'utf16le')))).toHaveLength(1);
    expect(faultsOf(readText('id,names\r\n'))).toBe('The file has no column name.');
    expect(faultsOf(readText('name,price\r\n'))).toMatch(/^There is no column price/);
    expect(faultsOf(readText(Buffer.from([0x6e, 0xff, 0xfe])))).toMatch(/no CSV file/);
    const bad = readText('name,free_from\nA,1\n\n"B\nB",x\n');
    expect(faultsOf(bad)).toBe('Row 5, free_from: Please write an amount of Tk, such as 60 or 60.5.');
  });

  test('that are exported and imported again are the same', () => {
    const amount = fc.option(fc.integer({ min: 0, max: 10_000_000 }).map((tenths) => tenths / 10));
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const area = fc.record({
      id: fc.constant(''),
      name: text,
      nameBn: fc.oneof(text, fc.constant('')),
      aliases: fc.oneof(text, fc.constant('')),
      fee: amount,
      freeFrom: amount,
      minimum: amount,
      delivers: fc.boolean(),
    });
    forAll(fc.array(area), (given: GivenArea[]) => {
      const outcome = read(...given);
      fc.pre(outcome.ok);
      const areas = kept(outcome);
      expect(kept(readText(areasCsv(areas)))).toEqual(areas);
    });
  });
});

describe('the ready list', () => {
  const areas = kept(readText(readFileSync(READY_AREAS)));

  test('has the areas of both cities, each once, in both scripts, without fees', () => {
    expect(areas.length).toBeGreaterThanOrEqual(140);
    for (const { name, nameBn, fee, freeFrom, minimum, delivers } of areas) {
      expect(name).toMatch(/^[A-Za-z0-9 ()/-]+$/);
      expect(nameBn).toMatch(/^[\u0980-\u09FF ()]+$/u);
      expect([fee, freeFrom, minimum, delivers]).toEqual([null, null, null, true]);
    }
    for (const names of [areas.map(({ name }) => name), areas.map(({ nameBn }) => nameBn)]) {
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
  });

  test('is found by its names', () => {
    const { called } = areaFinder(areas);
    for (const area of areas) expect([called(area.name), called(area.nameBn)]).toEqual([area, area]);
    expect(called('এলিফ্যান্ট রোড')?.name).toBe('Elephant Road');
    expect(called('হাতিরঝিল')?.name).toBe('Hatirjheel');
  });
});
