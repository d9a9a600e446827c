import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import type { Database } from '../db/connect.ts';
import { type Job, createWorker, sweep } from './worker.ts';
import { sql } from 'kysely';
import { describeWithDatabase } from '../../test/support/databases.ts';

describe('the worker', () => {
  const channels = new Map<string, () => void>();
  const logged: object[] = [];
  const log = { warn: (fields: object) => void logged.push(fields) };
  const listen: Database['listen'] = async (channel, handler) => {
    channels.set(channel, () => handler(''));
    return async () => void channels.delete(channel);
  };

  beforeEach(() => {
    vi.useFakeTimers();
    channels.clear();
    logged.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  const start = (job: Job) => createWorker({ database: { listen }, log }, { job });

  /** A job that runs until it is released. */
  function slowJob() {
    const releases: (() => void)[] = [];
    const run = vi.fn<Job['run']>(() => new Promise((resolve) => void releases.push(() => resolve())));
    return { run, release: () => releases.shift()?.() };
  }

  test('runs each job at once, and then at its time', async () => {
    const run = vi.fn<Job['run']>(async () => {});
    const worker = await start({ run, everySeconds: 60 });
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
    await worker.close();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('runs a job that is woken while it runs once more afterwards, however often', async () => {
    const { run, release } = slowJob();
    const worker = await start({ run, everySeconds: 60, channel: 'mail' });
    for (let time = 0; time < 3; time += 1) worker.wake('job');
    channels.get('mail')?.();
    expect(run).toHaveBeenCalledTimes(1);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
    release();
    await vi.advanceTimersByTimeAsync(0);
    channels.get('mail')?.();
    expect(run).toHaveBeenCalledTimes(3);
    release();
    await worker.close();
    expect(channels.size).toBe(0);
  });

  test('runs a job again while more is due, and gathers before each run', async () => {
    const answers = [true, true, false];
    const run = vi.fn<Job['run']>(async () => answers.shift() ?? false);
    vi.useRealTimers();
    const worker = await start({ run, everySeconds: 60, gatherMs: 20 });
    worker.wake('job');
    expect(run).toHaveBeenCalledTimes(0);
    await vi.waitUntil(() => run.mock.calls.length === 3, SOON);
    worker.wake('job');
    await worker.close();
    expect(run).toHaveBeenCalledTimes(4);
  });

  test('tries again after a failure, less and less often, and says so', async () => {
    const error = new Error('away');
    const run = vi.fn<Job['run']>(async () => {
      throw error;
    });
    const worker = await start({ run, everySeconds: 3_600 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    const soon = run.mock.calls.length;
    expect(soon).toBeGreaterThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run.mock.calls.length - soon).toBeGreaterThanOrEqual(4);
    expect(run.mock.calls.length - soon).toBeLessThanOrEqual(8);
    expect(logged[0]).toEqual({ err: error, job: 'job' });
    run.mockImplementation(async () => {});
    worker.wake('job');
    await vi.advanceTimersByTimeAsync(60_000);
    const calls = run.mock.calls.length;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(run).toHaveBeenCalledTimes(calls + 1);
    await worker.close();
  });

  test('finishes what is running before it is closed, and what was woken before', async () => {
    const done: string[] = [];
    const { run, release } = slowJob();
    const worker = await start({ run: (late) => run(late).then(() => void done.push('job')), everySeconds: 60 });
    const closing = worker.close().then(() => done.push('closed'));
    worker.wake('job');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(done).toEqual([]);
    release();
    await closing;
    expect(done).toEqual(['job', 'closed']);
    const gathering = vi.fn<Job['run']>(async () => {});
    await (await start({ run: gathering, everySeconds: 60, gatherMs: 50 })).close();
    expect(gathering).toHaveBeenCalledTimes(1);
  });

  test('tells a slow job that the process can wait no longer', async () => {
    const run = (late: AbortSignal) => new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()));
    let closed = false;
    const closing = (await start({ run, everySeconds: 60 })).close().then(() => (closed = true));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await closing;
  });

  test('waits for what requests began, which is told to stop', async () => {
    const worker = await start({ run: async () => {}, everySeconds: 60 });
    let ended = false;
    worker.background(async () => {
      await new Promise((resolve) => worker.stopping.addEventListener('abort', resolve));
      ended = true;
    });
    await worker.close();
    expect(ended).toBe(true);
  });

  test('gives jobs nothing of the request that wakes them, such as its deadline', async () => {
    const deadline = new AsyncLocalStorage();
    const found: unknown[] = [];
    const worker = await start({ run: async () => void found.push(deadline.getStore()), everySeconds: 60 });
    await vi.advanceTimersByTimeAsync(0);
    deadline.run(10, () => worker.wake('job'));
    await worker.close();
    expect(found).toEqual([undefined, undefined]);
  });
});

/** Each statement adds two rows of which the name says what becomes of them: `gone` and `kept`. */
const ROWS = [
  `insert into rate_limits (id, key, count, last_request) values
    ('gone', 'gone', 1, extract(epoch from now() - interval '25 hours') * 1000),
    ('kept', 'kept', 1, extract(epoch from now() - interval '23 hours') * 1000)`,
  `insert into users (id, email, name) values ('u', 'u@example.com', 'U')`,
  `insert into sessions (id, token_hash, user_id, kind, expires_at) values
    ('gone', 'gone', 'u', 'console', now() - interval '1 minute'), ('kept', 'kept', 'u', 'shop', now() + interval '1 minute')`,
  `insert into one_time_tokens (token_hash, purpose, user_id, expires_at) values
    ('gone', 'passkey', null, now() - interval '1 minute'), ('kept', 'passkey', null, now() + interval '1 minute')`,
  `insert into invitations (email, token_hash, invited_by, created_at, expires_at) values
    ('gone', 'gone', 'u', now(), now() - interval '1 minute'), ('kept', 'kept', 'u', now(), now() + interval '1 minute')`,
  `insert into import_jobs (id, file_name, replace, actor, state, ended_at) values
    ('gone', 'a', false, 'u', 'refused', now() - interval '31 days'), ('kept', 'a', false, 'u', 'refused', now() - interval '29 days')`,
  `insert into import_job_chunks (job_id, number, content) values ('gone', 1, '[]'), ('kept', 1, '[]')`,
  `insert into outbox (recipient, subject, body_text, body_html, given_up_at) values
    ('gone', '', '', '', now() - interval '91 days'), ('kept', '', '', '', now() - interval '89 days'), ('kept', '', '', '', null)`,
  `insert into void_order_attempts (user_id, idempotency_key, voided_at) values
    ('u', gen_random_uuid(), now() - interval '91 days'), ('u', '00000000-0000-0000-0000-000000000000', now() - interval '89 days')`,
  `insert into audit (actor, action, subject, at) values
    ('u', 'a', 'gone', now() - interval '25 months'), ('u', 'a', 'kept', now() - interval '23 months')`,
];

describeWithDatabase('the sweep', ({ open }) => {
  test('deletes what has ended, and nothing else', async () => {
    const { kysely } = await open();
    for (const row of ROWS) await sql.raw(row).execute(kysely);
    await sweep(kysely);
    const { rows } = await sql`
      select 'counter' as table, id as left from rate_limits union all
      select 'session', id from sessions union all select 'token', token_hash from one_time_tokens union all
      select 'invitation', email from invitations union all select 'import', id from import_jobs union all
      select 'faults', job_id from import_job_chunks union all select 'mail', recipient from outbox union all
      select 'attempt', left(idempotency_key::text, 1) from void_order_attempts union all
      select 'audit', subject from audit order by 1`.execute(kysely);
    const kept = ['counter', 'faults', 'import', 'invitation', 'mail', 'mail', 'session', 'token'];
    expect(rows).toEqual(
      [
        ...kept.map((table) => ({ table, left: 'kept' })),
        { table: 'attempt', left: '0' },
        { table: 'audit', left: 'kept' },
      ].toSorted((a, b) => a.table.localeCompare(b.table)),
    );
  });
});
