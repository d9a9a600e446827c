import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../../test/support/databases.ts';
import { type Database, openDatabaseAt } from './connect.ts';
import { isUnavailable } from './errors.ts';
import { notify } from './notify.ts';
import { awaitPostgres } from './postgres.ts';

describe('waiting for the server', () => {
  test('fails with a one-line error that names the setting but no password', async () => {
    const waiting = awaitPostgres('postgres://shop:hunter2@127.0.0.1:1/shop', 300);
    await expect(waiting).rejects.toThrow(
      'DATABASE_URL: the database at 127.0.0.1:1/shop cannot be reached: connect ECONNREFUSED',
    );
    await expect(waiting).rejects.not.toThrow(/hunter2|\n/);
  });

  test('does not wait after an error that waiting cannot solve', async () => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = 'nowhere';
    await expect(awaitPostgres(url.href)).rejects.toThrow('refuses: database "nowhere" does not exist');
  });
});

describe('a shop whose server becomes unreachable and returns', () => {
  let database: Database;
  let other: Database;
  beforeAll(async () => {
    const url = await createDatabase();
    database = await openDatabaseAt(url);
    other = await openDatabaseAt(url);
    return async () => {
      await database.close();
      await other.close();
    };
  });

  /** Closes connections as a restarting server does: all of the first shop's, or only the listening ones. */
  async function closeConnections(listening: boolean): Promise<void> {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (query like 'listen%') = ${listening}`.execute(
      other.kysely,
    );
  }

  test('listens again after its listening connection is closed, and reports a gap', async () => {
    const received: string[] = [];
    let gap = Promise.withResolvers<void>();
    let message = Promise.withResolvers<void>();
    await database.listen(
      'profile',
      (payload) => {
        received.push(payload);
        message.resolve();
      },
      () => gap.resolve(),
    );
    for (const payload of ['first', 'second']) {
      gap = Promise.withResolvers();
      message = Promise.withResolvers();
      await closeConnections(true);
      await gap.promise;
      await notify(other.kysely, 'profile', payload);
      await message.promise;
    }
    expect(received).toEqual(['first', 'second']);
  });

  test('distinguishes an interrupted query from a wrong one, and continues', async () => {
    const started = Promise.withResolvers<void>();
    const cutOff = database.kysely
      .transaction()
      .execute(async (trx) => {
        await sql`select 1`.execute(trx);
        started.resolve();
        await sql`select pg_sleep(20)`.execute(trx);
      })
      .catch((error: unknown) => error);
    await started.promise;
    await closeConnections(false);
    expect(isUnavailable(await cutOff)).toBe(true);
    const wrong = await sql`select nonsense`.execute(database.kysely).catch((error: unknown) => error);
    expect(isUnavailable(wrong)).toBe(false);
    expect(await database.ready()).toBe(true);
  });

  test('is not ready once closed', async () => {
    await database.close();
    await database.close();
    expect(await database.ready()).toBe(false);
    const after = await sql`select 1`.execute(database.kysely).catch((error: unknown) => error);
    expect(isUnavailable(after)).toBe(true);
  });
});
