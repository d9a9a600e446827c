import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areasOfFile, readyAreas } from '../../server/shop/areas-file.ts';
import { type Area, areaFinder } from './areas.ts';
import { areasCsv, areasInput, type GivenArea, NEW_AREA, withIds } from './read-areas.ts';
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
function kept(outcome: Outcome<GivenArea[]>): Area[] {
  if (!outcome.ok) throw new Error(refusalSentence(outcome));
  return withIds(outcome.value, []).map((area) => Object.assign({}, NEW_AREA, JSON.parse(JSON.stringify(area))));
}

const faultsOf = (outcome: Outcome<unknown>) => (outcome.ok ? '' : refusalSentence(outcome));

describe('areas', () => {
  test('get an id from their name, and what they do not say is nothing', () => {
    const outcome = read({ name: ' Mirpur 10 ' }, { name: 'Mirpur ক', fee: '৮০' }, { name: 'মিরপুর', delivers: false });
    const [first, second, third] = kept(outcome);
    expect(first).toEqual({ ...NEW_AREA, id: 'mirpur-10', name: 'Mirpur 10' });
    expect(second).toMatchObject({ id: expect.stringMatching(/^mirpur-[a-z0-9]+$/), fee: 80 });
    expect(third).toMatchObject({ id: expect.stringMatching(/^area-[a-z0-9]+$/), delivers: false });
  });

  test('without an id are those of their names, and no id is given to another name', () => {
    const idsOf = (stored: readonly Area[], ...names: string[]) =>
      withIds(
        names.map((name) => ({ id: '', name })),
        stored,
      ).map(({ id }) => id);
    const areas = (...given: [id: string, name: string, nameBn?: string][]) =>
      given.map(([id, name, nameBn = '']) => Object.assign({}, NEW_AREA, { id, name, nameBn }));
    // As shops have them whose ids followed the place in the file.
    const stored = areas(['area', 'মিরপুর'], ['area-2', 'উত্তরা'], ['gulshan-1', 'Gulshan 1', 'গুলশান ১']);
    const [banani, ...known] = idsOf(stored, 'বনানী', 'মিরপূর', ' উত্তরা', 'গুলশান ১', 'gulshan-2');
    expect(known).toEqual(['area', 'area-2', 'gulshan-1', 'gulshan-2']);
    expect(banani).toMatch(/^area-.{4,}$/);
    // Not even when those that had one are gone.
    expect(idsOf([], 'বনানী', 'গেন্ডারিয়া')).toEqual([banani, expect.not.stringMatching(banani ?? '')]);
    // One that has another name now keeps its id.
    expect(idsOf(areas(['mirpur', 'Banani']), 'Mirpur')).toEqual([expect.stringMatching(/^mirpur-.{4,}$/)]);
    const renamed = withIds(
      [
        { id: 'a', name: 'B' },
        { id: '', name: 'A' },
      ],
      areas(['a', 'A']),
    );
    expect(renamed.map(({ id }) => id)).toEqual(['a', expect.stringMatching(/^a-/)]);
  });

  test('have names of their own', () => {
    const twice = 'Mirpur is there twice: an order could not tell which one is meant.';
    expect(faultsOf(read({ name: 'Mirpur' }, { name: 'Banani' }, { name: ' MIRPUR' }))).toBe(`Row 3, name: ${twice}`);
    expect(faultsOf(read({ name: 'Mirpur', nameBn: 'মিরপুর' }, { name: 'মিরপূর' }))).toBe(`Row 2, name: ${twice}`);
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
    const twice = [{ name: 'C' }, { id: 'c', name: 'D' }, { id: 'c', name: 'E' }];
    expect(faultsOf(read(...twice))).toBe('Row 3, id: Another row has the id c: choose another.');
    const many = Array.from({ length: 2_002 }, (_, at) => ({ name: `A${at}` }));
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
    // A name with a comma would be two values, of which the second is no Bangla name.
    const comma = 'name,name_bn\nBanani,বনানী,\nUttara\nMirpur, Section 11,মিরপুর\n';
    expect(faultsOf(readText(comma))).toMatch(/^Row 4: there are more values than the 2 columns\./);
    expect(faultsOf(readText('name,name_bn\nMirpur, Section 10\n'))).toMatch(/^Row 2, name_bn: .* Bangla letters/);
    expect(readText('name,fee\nMirpur,40\n')).toEqual(done([{ id: '', name: 'Mirpur', fee: 40 }]));
    const bad = readText('name,free_from\nA,1\n\n"B\nB",x\n');
    expect(faultsOf(bad)).toBe('Row 5, free_from: Please write an amount of Tk, such as 60 or 60.5.');
  });

  test('that are exported and imported again are the same', () => {
    const amount = fc.option(fc.integer({ min: 0, max: 10_000_000 }).map((tenths) => tenths / 10));
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const area = fc.record({
      id: fc.constant(''),
      name: text,
      nameBn: fc.constantFrom('মিরপুর', 'সাভার', ''),
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

describe('the ready list', async () => {
  const areas = withIds(await readyAreas(), []);

  test('has the areas of both cities, each once, in both scripts', () => {
    expect(areas.length).toBeGreaterThanOrEqual(140);
    for (const { name, nameBn, city, thana } of areas) {
      expect(name).toMatch(/^[A-Za-z0-9 ()/-]+$/);
      expect(nameBn).toMatch(/^[\u0980-\u09FF ()]+$/u);
      expect(['Dhaka', 'Chattogram']).toContain(city);
      expect(thana).toMatch(/^[A-Z][A-Za-z -]+$/);
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
