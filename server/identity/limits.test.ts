import { beforeAll, describe, expect, test } from 'vitest';
import { describeOnBothDatabases } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { createRateLimits, networkOf, sweepRateLimits } from './limits.ts';

const limits = { address: { most: 5, seconds: 60 }, account: { most: 3, seconds: 120 } };

describeOnBothDatabases('rate limits', ({ open }) => {
  let database: Database;
  let now = 1_000_000;
  beforeAll(async () => {
    database = await open();
  });

  test('an account is counted whatever address asks, until its time is over', async () => {
    const { count } = createRateLimits(database.kysely, () => now);
    const ask = (n: number) => count({ kind: 'a', limits, address: `10.0.0.${n}`, account: 'rahima@example.com' });
    expect([await ask(1), await ask(2), await ask(3)]).toEqual([0, 0, 0]);
    now += 50_000;
    expect(await ask(4)).toBe(70);
    // Asking in vain does not make it longer.
    now += 69_001;
    expect(await ask(5)).toBe(1);
    now += 999;
    expect(await ask(6)).toBe(0);
  });

  test('an address is counted whatever account is asked for, and then the account is not', async () => {
    const { count } = createRateLimits(database.kysely, () => now);
    const ask = (n: number) => count({ kind: 'b', limits, address: '10.1.0.1', account: `person-${n}@example.com` });
    for (let n = 1; n <= 5; n += 1) expect(await ask(n)).toBe(0);
    for (let n = 1; n <= 5; n += 1) expect(await ask(99)).toBe(60);
    expect(await count({ kind: 'b', limits, address: '10.1.0.2', account: 'person-99@example.com' })).toBe(0);
  });

  test('whoever has signed in starts anew', async () => {
    const { count, forget } = createRateLimits(database.kysely, () => now);
    const ask = () => count({ kind: 'c', limits, address: null, account: 'rahima@example.com' });
    for (let n = 1; n <= 3; n += 1) expect(await ask()).toBe(0);
    await forget('c', 'rahima@example.com');
    expect(await ask()).toBe(0);
  });

  test('of many at the same moment no more get through', async () => {
    const { count } = createRateLimits(database.kysely, () => now);
    const asked = Array.from({ length: 40 }, () => count({ kind: 'd', limits, address: '10.3.0.1', account: null }));
    const waits = await Promise.all(asked);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  test('no e-mail address is kept, and old counters go', async () => {
    const keys = await database.kysely.selectFrom('rate_limits').select('key').execute();
    expect(keys.length).toBeGreaterThan(0);
    expect(JSON.stringify(keys)).not.toContain('example.com');
    await sweepRateLimits(database.kysely, 60);
    expect(await database.kysely.selectFrom('rate_limits').select('key').execute()).toEqual([]);
  });
});

describe('what counts as one address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', 'unknown'],
    ['999.1.1.1, 10.0.0.1', 'unknown'],
    [null, 'unknown'],
  ])('%s → %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
