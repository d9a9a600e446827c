/**
 * A shop in a simulated world: two processes on one database behind gates, a clock that jumps, and a mail server that
 * fails.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { pino } from 'pino';
import { openDatabaseAt } from '../../server/db/connect.ts';
import type { Job, createWorker } from '../../server/jobs/worker.ts';
import { type Services, createServices } from '../../server/services.ts';
import { type Settings, readSettings } from '../../server/environment.ts';
import { onServer } from '../../test/support/postgres-server.ts';
import { CLOCK_FIRST, CLOCK_OF_DATABASE, type Clock, startClock } from './clock.ts';
import { type Gate, openGate } from './gate.ts';
import { type Sessions, openSessions } from './sessions.ts';
import { type SmsGateway, startSmsGateway } from '../../test/support/sms-gateway.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

/** One process of the shop. Its jobs run when the simulation says so. */
export interface ShopProcess {
  services: Services;
  gate: Gate;
  /** What it does for somebody; a killed one is closed after that, as who waits for a connection of it is told late. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Once, as its worker does; true when there is more to do. */
  run(job: JobName): Promise<boolean>;
  isDead(): boolean;
  close(): Promise<void>;
}

export type JobName = 'mails' | 'orders' | 'sweep';

export interface World {
  /** Past all gates. */
  database: Client;
  url: string;
  clock: Clock;
  mailbox: Mailbox;
  gateway: SmsGateway;
  settings: Settings;
  /** Opens the services anew, as after a restart. */
  open(): Promise<ShopProcess>;
  /** Empties the shop. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const LOG = pino({ level: 'silent' });

/** What stays: it comes with the migrations. */
const KEPT = ['migrations', 'applied_functions', 'categories', 'listing_counts'];

/** With a database of its own on the server at `serverUrl`. */
export async function openWorld(serverUrl: string, name: string): Promise<World> {
  const url = new URL(serverUrl);
  await onServer(serverUrl, `create database ${name}`);
  await onServer(serverUrl, `alter database ${name} set search_path = ${CLOCK_FIRST}`);
  // Else most of the time goes into plans for single values.
  await onServer(serverUrl, `alter database ${name} set plan_cache_mode = force_generic_plan`);
  url.pathname = name;
  const database = new Client({ connectionString: url.href });
  await database.connect();
  await database.query(CLOCK_OF_DATABASE);
  await (await openDatabaseAt(url.href)).close();
  const { rows } = await database.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)",
    [KEPT],
  );
  const tables = rows.map((row) => escapeIdentifier(row.name));
  const emptying = `set session_replication_role = replica; ${tables.map((table) => `delete from ${table}`).join('; ')};
    delete from listing_counts; set session_replication_role = origin`;
  const sessions = await sessionsOn(database, url);
  const mailbox = await openMailbox();
  const gateway = await startSmsGateway();
  const clock = startClock(database);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sodai-simulate-'));
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: url.href,
    AUTH_SECRET: 'the secret of a shop that is only simulated',
    PUBLIC_URL: 'https://shop.example',
    SMTP_URL: mailbox.url,
    SMS_URL: `${gateway.url}/send?to={phone}&text={text}`,
    DEMO: 'off',
  });

  return {
    database,
    url: url.href,
    clock,
    mailbox,
    gateway,
    settings,
    open: () => openProcess(settings, url.href, sessions),
    async empty() {
      await database.query(emptying);
      mailbox.deliveries.length = 0;
      mailbox.setMode('accept');
      gateway.sent.length = 0;
      gateway.set('accept');
    },
    async close() {
      clock.stop();
      await mailbox.close();
      gateway.stop();
      sessions.close();
      await database.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function sessionsOn(database: Client, { hostname, port }: URL): Promise<Sessions> {
  const { rows } = await database.query<{ folders: string }>(
    "select current_setting('unix_socket_directories') as folders",
  );
  const [folder = ''] = rows[0]?.folders.split(',') ?? [];
  return openSessions({ host: hostname, port: Number(port), ...(folder.startsWith('/') && { socketFolder: folder }) });
}

async function openProcess(settings: Settings, url: string, sessions: Sessions): Promise<ShopProcess> {
  let dead = false;
  const gate = await openGate(url, sessions, () => {
    dead = true;
    closing.abort();
    void closeLate();
  });
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const jobs = new Map<string, Job>();
  function during<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    const ended = (): void => void running.delete(work);
    work.then(ended, ended);
    return work;
  }
  // Nothing of it reaches the database any more; this only ends its timers.
  async function closeLate(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running);
    await services.close().catch(() => {});
  }
  const startWorker: typeof createWorker = async (_options, given) => {
    for (const [name, job] of Object.entries<Job>(given)) jobs.set(name, job);
    return {
      wake() {},
      background: (work) => void during(work()),
      stopping: closing.signal,
      async close() {
        closing.abort();
        await Promise.all(running);
      },
    };
  };
  const services = await createServices({ ...settings, databaseUrl: gate.url }, LOG, async () => {}, startWorker);
  return {
    services,
    gate,
    during,
    run: async (name) => (await during(Promise.resolve(jobs.get(name)?.run(closing.signal)))) === true,
    isDead: () => dead,
    async close() {
      if (!dead) await services.close();
      gate.close();
    },
  };
}
