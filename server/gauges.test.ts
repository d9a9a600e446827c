import { expect, test } from 'vitest';
import { describeWithDatabase } from '../test/support/databases.ts';
import { storeOrder } from '../test/support/stored-orders.ts';
import { followChanges } from './orders/follow-up.ts';
import { readWaiting } from './gauges.ts';

const HOUR = 3_600;

describeWithDatabase('orders that wait', ({ open }) => {
  test('are counted, and the oldest has an age; others do not count', async () => {
    const database = await open();
    const { kysely } = database;
    const figures = async () => {
      await followChanges(kysely);
      const { pending, oldestPending } = await readWaiting(kysely);
      return [pending, Math.floor(oldestPending / HOUR)];
    };
    expect(await figures()).toEqual([0, 0]);
    const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR * 1_000).toISOString();
    const oldest = await storeOrder(database, { placedAt: hoursAgo(50.5) });
    await storeOrder(database, { placedAt: hoursAgo(30.5) });
    await storeOrder(database, { placedAt: hoursAgo(2.5) });
    expect(await figures()).toEqual([3, 50]);
    await kysely.updateTable('orders').set({ status: 'canceled' }).where('id', '=', oldest).execute();
    expect((await readWaiting(kysely)).oldestPending).toBeLessThan(31 * HOUR);
  });
});
