import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { totalsOf } from '../orders/pricing.ts';
import { type Area, areaFinder, deliveryTo, feeBefore, servedAreas } from './areas.ts';
import { testAll } from '../../test/support/properties.ts';

const USUAL = { fee: 60, freeFrom: 1_000, minimum: null };

function area(name: string, values: Partial<Area> = {}): Area {
  const id = name.toLowerCase().replace(/\W+/g, '-');
  return { id, name, nameBn: '', aliases: '', fee: null, freeFrom: null, minimum: null, delivers: true, ...values };
}

describe('the fee of a delivery', () => {
  test('is that of the area, or where it says nothing that of the shop', () => {
    const areas = [area('Savar', { fee: 100, minimum: 500 }), area('Banani'), area('Tongi', { delivers: false })];
    expect(deliveryTo('savar', areas, USUAL)).toMatchObject({ fee: { fee: 100, freeFrom: 1_000, minimum: 500 } });
    expect(deliveryTo('banani', areas, USUAL)).toEqual({ area: areas[1], fee: USUAL });
    expect(deliveryTo('tongi', areas, USUAL)).toEqual({ refused: 'area-not-served' });
    expect(deliveryTo('gulshan', areas, USUAL)).toEqual({ refused: 'area-not-served' });
    expect(deliveryTo(undefined, areas, USUAL)).toEqual({ refused: 'no-area' });
    expect(feeBefore(areas, USUAL)).toEqual({ ...USUAL, atLeast: true });
    expect(servedAreas(areas, USUAL).map(({ id }) => id)).toEqual(['savar', 'banani']);
  });

  test('of a shop without areas is its own, wherever the order goes', () => {
    expect(deliveryTo('banani', [], USUAL)).toEqual({ area: null, fee: USUAL });
    expect(feeBefore([], USUAL)).toEqual(USUAL);
  });

  const amount = fc.option(fc.integer({ min: 0, max: 2_000 }));
  const values = fc.record({ fee: amount, freeFrom: amount, minimum: amount, delivers: fc.boolean() });

  testAll(
    'is never below what is said before the area is known, and for some area it is that',
    fc.array(values, { minLength: 1 }),
    fc.integer({ min: 1, max: 3_000 }),
    (given, price) => {
      const areas = given.map((own, at) => area(`Area ${at}`, own));
      const served = servedAreas(areas, USUAL);
      fc.pre(served.length > 0);
      const lines = [{ price, discount: '0', quantity: 1 }];
      const costs = served.map((fee) => totalsOf(lines, fee).shippingCost);
      const before = feeBefore(areas, USUAL);
      expect(totalsOf(lines, before).shippingCost).toBe(Math.min(...costs));
      expect(before.minimum ?? 0).toBe(Math.min(...served.map(({ minimum }) => minimum ?? 0)));
    },
  );
});

describe('areas are found', () => {
  const areas = [
    area('Mirpur 1', { nameBn: 'মিরপুর ১' }),
    area('Mirpur 10', { nameBn: 'মিরপুর ১০', aliases: 'golchottor' }),
    area('Dhanmondi', { nameBn: 'ধানমন্ডি', aliases: 'dhanmandi|ধানমণ্ডি' }),
    area('New Market', { nameBn: 'নিউ মার্কেট' }),
    area('Gulshan 1', { nameBn: 'গুলশান ১', aliases: 'gulshan' }),
    area('Gulshan 2', { nameBn: 'গুলশান ২', aliases: 'gulshan' }),
  ];
  const { find, called } = areaFinder(areas);
  const found = (text: string) => find(text).map(({ name }) => name);

  test.each([
    ['mirpur 1', ['Mirpur 1', 'Mirpur 10']],
    ['mirpur10', ['Mirpur 10']],
    ['মিরপূর', ['Mirpur 1', 'Mirpur 10']],
    ['golch', ['Mirpur 10']],
    ['Dhanmandi', ['Dhanmondi']],
    ['ধানমণ্ডী', ['Dhanmondi']],
    ['market', ['New Market']],
    ['newmarket', ['New Market']],
    ['gulshan', ['Gulshan 1', 'Gulshan 2']],
    ['comilla', []],
    ['', areas.map(({ name }) => name)],
  ])('%j finds %j', (text, names) => expect(found(text)).toEqual(names));

  test.each([
    ['মিরপুর ১', 'Mirpur 1'],
    [' mirpur-10 ', 'Mirpur 10'],
    ['dhanmandi', 'Dhanmondi'],
    ['gulshan', undefined],
    ['Mirpur', undefined],
    ['', undefined],
  ])('%j is called %j', (text, name) => expect(called(text)?.name).toBe(name));
});
