import { beforeAll, describe, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { subnetOf } from '../http/client-address.ts';
import { createRateLimits, limitKey } from './rate-limits.ts';

const small = { max: 3, seconds: 120 };
const large = { max: 5, seconds: 60 };

describeWithDatabase('rate limits', ({ open }) => {
  let database: Database;
  let now = 1_000_000;
  beforeAll(async () => {
    database = await open();
  });

  test('count until their time window ends', async () => {
    const { countOne } = createRateLimits(database.kysely, () => now);
    const request = () => countOne('a', small);
    expect([await request(), await request(), await request()]).toEqual([0, 0, 0]);
    now += 50_000;
    expect(await request()).toBe(70);
    // Refused requests do not extend the wait.
    now += 69_001;
    expect(await request()).toBe(1);
    now += 999;
    expect(await request()).toBe(0);
  });

  test('first requests that come together are all counted', async () => {
    const { countOne } = createRateLimits(database.kysely, () => now);
    for (let n = 1; n <= 300; n += 1) {
      const together = Array.from({ length: 4 }, () => countOne(`together-${n}`, small));
      expect((await Promise.all(together)).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 120]);
    }
  });

  test('after the clock was set back nobody waits for the old time', async () => {
    let clock = now + 86_400_000;
    const { countOne } = createRateLimits(database.kysely, () => clock);
    for (let n = 1; n <= 4; n += 1) await countOne('clock', small);
    clock = now;
    expect(await countOne('clock', small)).toBe(0);
    // The clocks of several machines differ a little.
    clock -= 30_000;
    for (let n = 1; n <= 2; n += 1) expect(await countOne('clock', small)).toBe(0);
    expect(await countOne('clock', small)).toBe(150);
  });

  test('a request that one counter refuses is not counted by the next', async () => {
    const { count, countOne } = createRateLimits(database.kysely, () => now);
    const both = [
      { key: 'b-small', limit: small },
      { key: 'b-large', limit: large },
    ];
    for (let n = 1; n <= 3; n += 1) expect(await count(both)).toBe(0);
    for (let n = 1; n <= 9; n += 1) expect(await count(both)).toBe(120);
    expect(await countOne('b-large', large)).toBe(0);
  });

  test('can be reset', async () => {
    const { countOne, reset } = createRateLimits(database.kysely, () => now);
    for (let n = 1; n <= 3; n += 1) expect(await countOne('c', small)).toBe(0);
    await reset(['c', 'never counted']);
    await reset([]);
    expect(await countOne('c', small)).toBe(0);
  });

  test('parallel requests do not exceed the limit', async () => {
    const { countOne } = createRateLimits(database.kysely, () => now);
    const waits = await Promise.all(Array.from({ length: 40 }, () => countOne('d', large)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  test('a count that is rolled back does not count', async () => {
    const { countOne } = createRateLimits(database.kysely, () => now);
    const failing = database.kysely.transaction().execute(async (trx) => {
      for (let n = 1; n <= 3; n += 1) await countOne('e', small, trx);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await countOne('e', small)).toBe(0);
  });
});

test('a key contains no personal data and is unique', () => {
  expect(limitKey('sign-in', 'rahima@example.com')).toMatch(/^sign-in\|[\w-]{22}$/);
  const keys = [
    limitKey('a', 'b', 'c'),
    limitKey('a', 'b,c'),
    limitKey('a', 'bc'),
    limitKey('a', 'c', 'b'),
    limitKey('x', 'b', 'c'),
  ];
  expect(new Set(keys).size).toBe(5);
});

describe('what counts as one network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:203.0.113.7', '2001:db8:1:2'],
    ['::', '0:0:0:0'],
    ['203.0.113.7:443', 'unknown'],
    ['[2001:db8::1]:443', 'unknown'],
    ['2001:db8::1::2', 'unknown'],
    ['203.0.113', 'unknown'],
    ['0xcb.0.113.7', 'unknown'],
    ['203.0.113.007', 'unknown'],
    [' 203.0.113.7', 'unknown'],
    ['rubbish', 'unknown'],
    ['', 'unknown'],
    ['999.1.1.1, 10.0.0.1', 'unknown'],
    [null, 'unknown'],
  ])('%s → %s', (address, network) => expect(subnetOf(address)).toBe(network));
});
