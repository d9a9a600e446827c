import { expect, test } from 'vitest';
import { done, refused } from '../outcome.ts';
import { readOrderFilters } from './order-filters.ts';

const read = (query: string) => readOrderFilters(new URLSearchParams(query));

test('takes the filters of an address, and an empty one as none', () => {
  expect(read('')).toEqual(done({ oldestFirst: false }));
  expect(read('status=&area=&day=&stage=&rider=&product=&sort=')).toEqual(done({ oldestFirst: false }));
  expect(
    read('status=pending&area=gulshan&day=2026-11-24&stage=with+rider&rider=r1&product=rui&sort=oldest'),
  ).toMatchObject(
    done({
      status: 'pending',
      area: 'gulshan',
      day: '2026-11-24',
      stage: 'with rider',
      rider: 'r1',
      product: 'rui',
      oldestFirst: true,
    }),
  );
  expect(read('rider=none')).toMatchObject({ value: { rider: '' } });
});

test.each([
  ['status=lost', 'status must be one of pending, delivered, canceled.'],
  ['status=pending&stage=lost', 'stage must be one of to confirm, new, packed, with rider.'],
  ['day=2026-02-29', 'day must be a day such as 2026-11-21.'],
  ['cash=today', 'cash must be a day such as 2026-11-21.'],
  ['sort=price', 'sort must be one of oldest, newest.'],
  ['product=rui', 'product is only for status=pending.'],
  ['status=delivered&stage=packed', 'stage is only for status=pending.'],
])('refuses %s', (query, detail) => expect(read(query)).toEqual(refused(400, { code: 'malformed', detail })));
