/** Reading from a standby, DATABASE_REPLICA_URL (decision 50). What it lacks or cannot answer the primary answers. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { reasonOf } from '../../base/error-code.ts';
import type { GaugeSource } from '../metrics.ts';
import type { DatabaseLog } from './connect.ts';
import { isUnavailable } from './errors.ts';
import { createPool, createServers, withDeadline } from './postgres.ts';

/** A place in the primary's log. Only a standby of this cluster has it. */
type Place = Record<'lsn' | 'cluster' | 'name', string>;

/** How often, and after how many ms each, a standby is asked again that lacks what has just changed. */
const ASK = { times: 20, everyMs: 10 };
/** How long it may take to answer before the primary is asked, and how long it is left alone then, in ms. */
const READ_MS = 2_000;
const REST_MS = 5_000;

/** Connects with the first reading: a standby that is away keeps no shop from opening. */
export function createReplica(url: string, primary: PostgresPool, log: DatabaseLog) {
  const { pool: standby, dialectPool } = createPool(createServers(url));
  const reading = new AsyncLocalStorage<Place>();
  let afterChange: Promise<Place> | undefined;
  let restsUntil = 0;
  let reads = 0;

  /** Behind all commits that were heard of. Those of a server that acknowledges before it writes are not flushed yet. */
  async function now(): Promise<Place> {
    const text = `
      select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end)::text as lsn, system_identifier::text as cluster, current_database()::text as name
      from pg_control_system()`;
    const client = await primary.connect();
    const { rows } = await client.query<Place>(text, []).finally(() => client.release());
    return rows[0] as Place;
  }

  /** How many bytes of the primary's log the standby lacks; NaN when it is none of this primary. */
  async function lacking(client: PostgresPoolClient, { lsn, cluster, name }: Place): Promise<number> {
    const text = `
      select greatest(pg_wal_lsn_diff($1, pg_last_wal_replay_lsn()), 0)::float8 as bytes from pg_control_system()
      where pg_is_in_recovery() and system_identifier::text = $2 and current_database() = $3`;
    const { rows } = await client.query<{ bytes: number }>(text, [lsn, cluster, name]);
    return rows[0]?.bytes ?? Number.NaN;
  }

  async function connect(): Promise<PostgresPoolClient> {
    const place = reading.getStore();
    if (!place) return primary.connect();
    let client: PostgresPoolClient | undefined;
    try {
      client = await dialectPool.connect();
      for (let asked = 1; ; asked += 1) {
        const bytes = await lacking(client, place);
        if (bytes === 0) break;
        if (asked === ASK.times) throw new Error(`it lacks ${bytes} bytes`);
        await delay(ASK.everyMs);
      }
      reads += 1;
      return client;
    } catch (error) {
      client?.release();
      // The code is the SQLSTATE of a server that cannot answer now, whatever it lacks.
      throw Object.assign(new Error(`the replica: ${reasonOf(error)}`, { cause: error }), { code: '57P03' });
    }
  }

  /** @throws when the standby is away. */
  const lag = (): Promise<number> =>
    withDeadline(READ_MS, async () => {
      const place = await now();
      const client = await dialectPool.connect();
      return lacking(client, place).finally(() => client.release());
    });

  return {
    /** Of the primary, and within `read` of the standby. */
    pool: { ...primary, connect },
    /** Reads from the standby when it has everything that this process has heard of; `exact`: everything until now. */
    async read<T>(work: () => Promise<T>, how: 'soon' | 'exact' = 'soon'): Promise<T> {
      if (performance.now() < restsUntil) return work();
      try {
        const place = how === 'exact' ? now() : (afterChange ??= now());
        place.catch(() => (afterChange = undefined));
        const found = await reading.run(await place, () => withDeadline(READ_MS, work));
        restsUntil = 0;
        return found;
      } catch (error) {
        if (isUnavailable(error)) {
          if (restsUntil === 0) log.warn({ err: error }, 'the replica is away or behind: the primary is read');
          restsUntil = performance.now() + REST_MS;
        }
        return work();
      }
    },
    /** What was read before may have changed. */
    changed: (): void => void (afterChange = undefined),
    gauges: [
      ['database_replica_lag_bytes', 'What the replica lacks; NaN: it is away', lag],
      ['database_replica_reads_total', 'Queries of this process that it answered', () => reads],
    ] satisfies GaugeSource[],
    close: () => standby.end(),
  };
}
