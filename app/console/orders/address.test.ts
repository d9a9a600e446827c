import { expect, test } from 'vitest';
import { addressLines } from './address.ts';

test.each([
  [
    { street: 'House 5, Road 3', city: 'Savar', postcode: '1340', division: 'dhaka' },
    ['House 5, Road 3', 'Savar 1340, Dhaka'],
  ],
  [{ street: '', city: '', postcode: '', division: 'dhaka' }, ['Dhaka']],
  [{ street: '', city: '', postcode: '', division: '' }, []],
])('the lines of %j', (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});
