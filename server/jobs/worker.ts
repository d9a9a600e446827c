/** What happens later, and again and again. The rows that wait for a job are its queue, so none is lost with a process. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { backOff } from '../db/back-off.ts';
import type { Channel, Database, DatabaseLog } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';

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

export interface Worker<Name extends string = string> {
  /** Runs a job; if it is running, once more afterwards. */
  wake(name: Name): void;
  /** Runs work that outlives its request. It has to end soon after `stopping` aborts. */
  background(work: () => Promise<void>): void;
  stopping: AbortSignal;
  /** Waits for what is running. Call it before the database is closed. */
  close(): Promise<void>;
}

const RETRY = { first: 1_000, longest: 15_000 };

/** How long a closing process waits for something slow, in ms. What is not done is done after the next start. */
const CLOSE_MS = 5_000;

interface WorkerOptions {
  database: Pick<Database, 'listen'>;
  log: Pick<DatabaseLog, 'warn'>;
  closeMs?: number;
}

/** Each job runs now for the first time. */
export async function createWorker<Name extends string>(
  { database, log, closeMs = CLOSE_MS }: WorkerOptions,
  jobs: Readonly<Record<Name, Job>>,
): Promise<Worker<Name>> {
  const stop = new AbortController();
  const late = new AbortController();
  const running = new Set<Promise<void>>();
  // The request that wakes a job has a deadline (db/deadline.ts), which is not that of the job.
  const outsideRequests = AsyncLocalStorage.snapshot();

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
    wake: (name) => wakers.get(name)?.(),
    background,
    stopping: stop.signal,
    async close() {
      stop.abort();
      for (const end of unlisten) await end();
      const timer = setTimeout(() => late.abort(), closeMs);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}
