import { expect, test } from 'vitest';
import { exampleAddress, FIRST_ADDRESS } from '../../test/support/factories.ts';
import { addressLines } from './address.ts';

test.each([
  [
    exampleAddress({ street: 'House 5, Road 3', city: 'Savar', postcode: '1340' }),
    ['House 5, Road 3', 'Savar 1340, Dhaka'],
  ],
  [FIRST_ADDRESS, ['Dhaka']],
  [{ ...FIRST_ADDRESS, division: '' }, []],
])('the lines of %j', (address, lines) => expect(addressLines(address)).toEqual(lines));
