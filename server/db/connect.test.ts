import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from './connect.ts';
import { notify } from './notify.ts';

describeWithDatabase('a database', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test('answers a query', async () => expect(await database.ready()).toBe(true));

  test('gives JavaScript values', async () => {
    const when = new Date('2026-11-21T12:00:00.123Z');
    const { rows } = await sql<Record<string, unknown>>`
      select 9007199254740991::bigint as big, 42 as int, ${when}::timestamptz as moment, ${'{"a":[1]}'}::jsonb as json,
        ${['ক', 'a"b', "it's"]}::text[] as texts, true as yes, null as nothing`.execute(database.kysely);
    const simple = { big: 9007199254740991, int: 42, moment: when, yes: true, nothing: null };
    expect(rows).toEqual([{ ...simple, json: { a: [1] }, texts: ['ক', 'a"b', "it's"] }]);
  });

  test('notifies listeners on commit, and not on rollback', async () => {
    const received: string[] = [];
    const arrived = Promise.withResolvers<void>();
    const unlisten = await database.listen('profile', (payload) => {
      received.push(payload);
      if (payload === 'third') arrived.resolve();
    });
    const failing = database.kysely.transaction().execute(async (trx) => {
      await notify(trx, 'profile', 'first');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await database.kysely.transaction().execute((trx) => notify(trx, 'profile', 'second'));
    await notify(database.kysely, 'profile', 'third');
    await arrived.promise;
    expect(received).toEqual(['second', 'third']);
    await unlisten();
  });
});
