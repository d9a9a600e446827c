import { type Kysely, sql } from 'kysely';
import type { DatabaseLog } from './connect.ts';
import type { Tables } from './tables.ts';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Client, escapeIdentifier } from 'pg';
import { backOff } from './errors.ts';
import { connectionConfig, type Servers } from './postgres.ts';

/**
 * Channels of NOTIFY. 'profile' carries a user's id. 'mail': the outbox has one. 'console': what operators see has
 * changed. 'shop': a setting has changed.
 */
export type Channel = 'products' | 'profile' | 'mail' | 'console' | 'shop';

/** To all processes of the shop. In a transaction it is sent on commit and never on rollback. */
export async function notify(executor: Kysely<Tables>, channel: Channel, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(executor);
}

interface Subscriber {
  handler: (payload: string) => void;
  onGap: () => void;
}

const HEARTBEAT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 15_000;
const RECONNECT = { first: 50, longest: 3_000 };

/** LISTEN: its own connection, which reconnects by itself and reports gaps. */
export function createListener(servers: Servers, log: DatabaseLog) {
  const channels = new Map<string, Set<Subscriber>>();
  const stop = new AbortController();
  let client: Client | undefined;
  let connecting: Promise<Client> | undefined;
  let connectedOnce = false;
  // A connection takes one query at a time.
  const inTurn = pLimit(1);

  const ask = (asked: Client, text: string) => inTurn(() => asked.query(text));

  /** Connects first when there is no connection, for as long as that takes. */
  function connection(): Promise<Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  }

  async function connect(): Promise<Client> {
    for (let attempt = 0; ; attempt += 1) {
      stop.signal.throwIfAborted();
      const url = servers.current();
      const candidate = new Client({ ...connectionConfig(url), query_timeout: ANSWER_TIMEOUT_MS });
      try {
        candidate.on('error', (error) => lost(candidate, error));
        candidate.on('end', () => lost(candidate, new Error('the connection ended')));
        candidate.on('notification', ({ channel, payload }) => {
          for (const subscriber of channels.get(channel) ?? []) subscriber.handler(payload ?? '');
        });
        await candidate.connect();
        for (const channel of channels.keys()) await ask(candidate, `listen ${escapeIdentifier(channel)}`);
        client = candidate;
        if (connectedOnce)
          for (const subscribers of channels.values()) for (const subscriber of subscribers) subscriber.onGap();
        connectedOnce = true;
        startHeartbeat(candidate);
        return candidate;
      } catch (error) {
        candidate.end().catch(() => {});
        // A standby refuses to listen.
        servers.failed(url);
        log.warn({ err: error }, 'listening for changes: no connection yet');
        await delay(backOff(attempt, RECONNECT), undefined, { signal: stop.signal });
      }
    }
  }

  function lost(failed: Client, error: unknown): void {
    if (failed !== client || stop.signal.aborted) return;
    client = undefined;
    connecting = undefined;
    failed.end().catch(() => {});
    log.warn({ err: error }, 'listening for changes: connection lost');
    connection().catch(() => {});
  }

  /** Checks the connection regularly. A connection that a firewall dropped looks open until something is sent. */
  function startHeartbeat(current: Client): void {
    const beat = () => ask(current, 'select 1').catch((error: unknown) => lost(current, error));
    const timer = setInterval(beat, HEARTBEAT_MS).unref();
    current.once('end', () => clearInterval(timer));
  }

  return {
    /** Returns what stops it. `onGap`: some may have been missed, so that everything may have changed. */
    async listen(channel: Channel, handler: Subscriber['handler'], onGap = () => {}): Promise<() => Promise<void>> {
      const subscriber: Subscriber = { handler, onGap };
      const subscribers = channels.get(channel) ?? new Set();
      channels.set(channel, subscribers.add(subscriber));
      // Another subscriber's LISTEN may still be on its way. A second one does no harm.
      await ask(await connection(), `listen ${escapeIdentifier(channel)}`);
      return async () => {
        subscribers.delete(subscriber);
        if (subscribers.size > 0 || !channels.delete(channel)) return;
        if (client) await ask(client, `unlisten ${escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    async close(): Promise<void> {
      stop.abort();
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
