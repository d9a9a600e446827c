/** Work for later, and work that repeats. The waiting rows of a job are its queue, so that no process loses it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, DatabaseLog } from '../db/connect.ts';
import type { Channel } from '../db/notify.ts';
import { backOff, retrySerializationFailures } from '../db/errors.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { MAX_LIMIT_SECONDS } from '../limits/rate-limits.ts';

export interface Job {
  /** Does what is due. Resolves to true when more may be. `late` aborts when a closing process waits no longer. */
  run(late: AbortSignal): Promise<boolean | void>;
  /** How often it runs when nothing wakes it, in s. */
  everySeconds: number;
  /** What wakes it; so does a gap, after which anything may be due. */
  channel?: Channel;
  /** How long it gathers what to do after it was woken, in ms. */
  gatherMs?: number;
}

export type Worker = Awaited<ReturnType<typeof createWorker<string>>>;

const RETRY = { first: 1_000, longest: 15_000 };

interface WorkerOptions {
  database: Pick<Database, 'listen'>;
  log: Pick<DatabaseLog, 'warn'>;
  /** How long a closing process waits for something slow. What is not done is done after the next start. */
  closeMs?: number;
}

/** Each job runs now for the first time. */
export async function createWorker<Name extends string>(
  { database, log, closeMs = 5_000 }: WorkerOptions,
  jobs: Readonly<Record<Name, Job>>,
) {
  const stop = new AbortController();
  const late = new AbortController();
  const running = new Set<Promise<void>>();
  // The request that wakes a job has a deadline (db/postgres.ts), which is not that of the job.
  const outsideRequests = AsyncLocalStorage.snapshot();

  /** Runs work that outlives its request. It has to end soon after `stopping` aborts. */
  function background(work: () => Promise<void>): void {
    const ended = outsideRequests(work).finally(() => running.delete(ended));
    running.add(ended);
  }

  function start(name: string, { run, everySeconds, gatherMs = 0 }: Job): () => void {
    let isRunning = false;
    let isWoken = false;
    let failures = 0;
    let timer: NodeJS.Timeout | undefined;

    async function runOnce(): Promise<void> {
      if (gatherMs > 0) await delay(gatherMs, undefined, { ref: false, signal: stop.signal }).catch(() => {});
      isWoken = false;
      try {
        isWoken = (await retrySerializationFailures(() => run(late.signal))) === true || isWoken;
        failures = 0;
      } catch (error) {
        log.warn({ err: error, job: name }, 'a job failed');
        failures += 1;
      }
    }

    function wake(): void {
      isWoken = true;
      if (isRunning || stop.signal.aborted) return;
      isRunning = true;
      clearTimeout(timer);
      background(async () => {
        do await runOnce();
        while (isWoken && !stop.signal.aborted);
        isRunning = false;
        timer = setTimeout(wake, failures > 0 ? backOff(failures - 1, RETRY) : everySeconds * 1_000).unref();
      });
    }
    return wake;
  }

  const wakers = new Map<string, () => void>();
  const unlisten: (() => Promise<void>)[] = [];
  for (const [name, job] of Object.entries<Job>(jobs)) {
    const wake = start(name, job);
    wakers.set(name, wake);
    if (job.channel) unlisten.push(await database.listen(job.channel, wake, wake));
    wake();
  }

  return {
    /** Runs a job; if it is running, once more afterwards. */
    wake(name: Name): void {
      wakers.get(name)?.();
    },
    background,
    stopping: stop.signal,
    /** Waits for what is running. Call it before the database is closed. */
    async close(): Promise<void> {
      stop.abort();
      for (const end of unlisten) await end();
      const timer = setTimeout(() => late.abort(), closeMs);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}

/** The rows that are deleted by themselves (docs/operations.md “What goes by itself”), by table. */
const ENDED = {
  rate_limits: `last_request < (extract(epoch from now()) - ${MAX_LIMIT_SECONDS}) * 1000`,
  sessions: `expires_at < now()`,
  one_time_tokens: `expires_at < now()`,
  invitations: `expires_at < now()`,
  import_jobs: `ended_at < now() - interval '30 days'`,
  outbox: `coalesce(sent_at, given_up_at) < now() - interval '90 days'`,
  // No copy of an order is on its way for so long.
  void_order_attempts: `voided_at < now() - interval '90 days'`,
  audit: `at < now() - interval '2 years'`,
} satisfies Partial<Record<keyof Tables, string>>;

export async function sweep(kysely: Kysely<Tables>): Promise<void> {
  for (const [table, isEnded] of Object.entries(ENDED)) {
    await sql`delete from ${sql.table(table)} where ${sql.raw(isEnded)}`.execute(kysely);
  }
}
