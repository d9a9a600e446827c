/**
 * Reading from a standby of the primary, DATABASE_REPLICA_URL (decision 50). What it does not have yet, or cannot answer,
 * is read from the primary.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { DatabaseLog } from './connect.ts';
import { isUnavailable } from './errors.ts';
import { createPool, createServers, withDeadline } from './postgres.ts';

/** A place in the primary's log. Only a standby of this cluster has it. */
type Place = Record<'lsn' | 'cluster' | 'name', string>;

/** In ms: how long a standby is waited for that lacks what has just changed, and how often it is asked. */
const PATIENCE_MS = 200;
const ASK_MS = 10;
/** How long a standby that lagged or was away is left alone, in ms. */
const REST_MS = 5_000;
/** How long it may take to answer before the primary is asked, in ms. */
const READ_MS = { soon: 1_000, exact: 5_000 };

class Behind extends Error {
  override name = 'Behind';
}

/** Connects with the first reading: a standby that is away keeps no shop from opening. */
export function createReplica(url: string, primary: PostgresPool, log: DatabaseLog) {
  const { pool, dialectPool } = createPool(createServers(url));
  const reading = new AsyncLocalStorage<Place>();
  let afterChange: Promise<Place> | undefined;
  let restsUntil = 0;
  let isAway = false;
  let reads = 0;

  /** Behind all commits that were heard of. Those of a server that acknowledges before it writes are not flushed yet. */
  async function now(): Promise<Place> {
    const client = await primary.connect();
    const text = `
      select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end)::text as lsn, system_identifier::text as cluster, current_database()::text as name
      from pg_control_system()`;
    const { rows } = await client.query<Place>(text, []).finally(() => client.release());
    return rows[0] as Place;
  }

  /** Asked once after each change. */
  function lastChange(): Promise<Place> {
    const asked = (afterChange ??= now());
    asked.catch(() => (afterChange = afterChange === asked ? undefined : afterChange));
    return asked;
  }

  /** How many bytes of the primary's log the standby lacks; NaN when it is none of this primary. */
  async function lacking(client: PostgresPoolClient, { lsn, cluster, name }: Place): Promise<number> {
    const { rows } = await client.query<{ bytes: number }>(
      `select greatest(pg_wal_lsn_diff($1, pg_last_wal_replay_lsn()), 0)::float8 as bytes from pg_control_system()
      where pg_is_in_recovery() and system_identifier::text = $2 and current_database() = $3`,
      [lsn, cluster, name],
    );
    return rows[0]?.bytes ?? Number.NaN;
  }

  return {
    /** Reads from the standby when it has everything that this process has heard of; `exact`: everything until now. */
    async read<T>(work: () => Promise<T>, how: keyof typeof READ_MS = 'soon'): Promise<T> {
      if (performance.now() < restsUntil) return work();
      try {
        const place = await (how === 'exact' ? now() : lastChange());
        const found = await withDeadline(READ_MS[how], () => reading.run(place, work));
        if (isAway) log.info({}, 'the replica is read from again');
        isAway = false;
        return found;
      } catch (error) {
        if (error instanceof Behind || isUnavailable(error)) {
          restsUntil = performance.now() + REST_MS;
          if (!isAway) log.warn({ err: error }, 'the replica is away or behind: the primary is read');
          isAway = true;
        }
        return work();
      }
    },
    /** What was read before may have changed. */
    changed: (): void => void (afterChange = undefined),
    /** For a query within `read`; null for all others. @throws when the standby lags or is away. */
    async connect(): Promise<PostgresPoolClient | null> {
      const place = reading.getStore();
      if (!place) return null;
      const client = await dialectPool.connect();
      try {
        for (let waited = 0; ; waited += ASK_MS) {
          const bytes = await lacking(client, place);
          if (bytes === 0) break;
          if (!(bytes > 0 && waited < PATIENCE_MS)) throw new Behind(`the replica lacks ${bytes} bytes`);
          await delay(ASK_MS);
        }
        reads += 1;
        return client;
      } catch (error) {
        client.release();
        throw error;
      }
    },
    /** In bytes of the primary's log; NaN: it is no standby of this primary. @throws when it is away. */
    lag: (): Promise<number> =>
      withDeadline(READ_MS.soon, async () => {
        const place = await now();
        const client = await dialectPool.connect();
        return lacking(client, place).finally(() => client.release());
      }),
    /** How many queries it has answered. */
    reads: () => reads,
    close: () => pool.end(),
  };
}
