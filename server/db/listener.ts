/** LISTEN on a PostgreSQL server: one connection of its own that comes back by itself and owns up to what it missed. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import type { ClientConfig } from 'pg';
import type { DatabaseLog } from './connect.ts';

/** Who listens to a channel. */
export interface Ear {
  handler: (payload: string) => void;
  /** Called when notifications may have been missed: take it that everything changed. */
  onGap: () => void;
}

export interface Listener {
  /** Resolves once the channel is heard. Returns what ends it. */
  listen(channel: string, ear: Ear): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** How often the silent connection is asked whether it lives, and how long it may take to answer, in ms. */
const HEARTBEAT_MS = 15_000;
const ANSWER_MS = 5_000;

/** The longest wait between two attempts to connect, in ms. */
const LONGEST_WAIT_MS = 3_000;

/** A wait before the next attempt, in ms: doubling from 50 ms on, a random half of it taken off so that processes do not come back in step. */
export function backOff(attempt: number): number {
  return Math.min(50 * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

export function createListener(config: ClientConfig, log: DatabaseLog): Listener {
  const channels = new Map<string, Set<Ear>>();
  const stop = new AbortController();
  let client: Client | undefined;
  let connecting: Promise<Client> | undefined;
  let connectedOnce = false;

  /** The connection, LISTENing to all channels; made when there is none, however long that takes. */
  function connected(): Promise<Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  }

  async function connect(): Promise<Client> {
    for (let attempt = 0; ; attempt += 1) {
      stop.signal.throwIfAborted();
      const fresh = new Client({ ...config, keepAlive: true, connectionTimeoutMillis: ANSWER_MS });
      try {
        fresh.on('error', (error) => lost(fresh, error));
        fresh.on('end', () => lost(fresh, new Error('the connection ended')));
        fresh.on('notification', ({ channel, payload }) => {
          for (const ear of channels.get(channel) ?? []) ear.handler(payload ?? '');
        });
        await fresh.connect();
        for (const channel of channels.keys()) await fresh.query(`listen ${escapeIdentifier(channel)}`);
        client = fresh;
        if (connectedOnce) for (const ears of channels.values()) for (const ear of ears) ear.onGap();
        connectedOnce = true;
        startHeartbeat(fresh);
        return fresh;
      } catch (error) {
        fresh.end().catch(() => {});
        log.warn({ err: error }, 'listening for changes: no connection yet');
        await delay(backOff(attempt), undefined, { signal: stop.signal });
      }
    }
  }

  function lost(which: Client, error: Error): void {
    if (which !== client || stop.signal.aborted) return;
    client = undefined;
    connecting = undefined;
    which.end().catch(() => {});
    log.warn({ err: error }, 'listening for changes: connection lost');
    connected().catch(() => {});
  }

  /** Asks the connection now and then whether it lives: one that a firewall forgot looks alive until then. */
  function startHeartbeat(which: Client): void {
    const timer = setInterval(() => {
      const late = setTimeout(() => lost(which, new Error('no answer to the heartbeat')), ANSWER_MS);
      which
        .query('select 1')
        .catch((error: unknown) => lost(which, error instanceof Error ? error : new Error(String(error))))
        .finally(() => clearTimeout(late));
    }, HEARTBEAT_MS);
    timer.unref();
    which.once('end', () => clearInterval(timer));
  }

  return {
    async listen(channel, ear) {
      const ears = channels.get(channel) ?? new Set();
      const known = channels.has(channel);
      channels.set(channel, ears.add(ear));
      const current = await connected();
      // A connection made just now listens already; doing so twice does no harm.
      if (!known) await current.query(`listen ${escapeIdentifier(channel)}`);
      return async () => {
        ears.delete(ear);
        if (ears.size > 0 || !channels.delete(channel)) return;
        await client?.query(`unlisten ${escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    async close() {
      stop.abort();
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
