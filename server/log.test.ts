import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { describeWithDatabase } from '../test/support/databases.ts';
import type { Database } from './db/connect.ts';
import { createLog, createSecurityLog } from './log.ts';
import pino from 'pino';

const TOKEN = 'a-token-that-opens-a-session';

/** The log's line for an error. */
function lineOf(error: unknown): string {
  let text = '';
  createLog('info', { write: (line) => void (text += line) }).error({ err: error }, 'request failed');
  return text;
}

describeWithDatabase('faults of the database in the log', ({ open }) => {
  let database: Database;

  test.each([
    ['a value that is none of its type', '22P02', () => sql`select ${TOKEN}::text::integer`],
    [
      'a value that is there already',
      '23505',
      () =>
        sql`insert into rate_limits (id, key, count, last_request) values ('1', ${TOKEN}, 1, 1), ('2', ${TOKEN}, 1, 1)`,
    ],
    ['a table that is not there', '42P01', () => sql`select * from nowhere where token = ${TOKEN}`],
    ['a row that is refused', '23502', () => sql`insert into sessions (id, token_hash) values ('1', ${TOKEN})`],
  ])('%s', async (_, code, statement) => {
    database ??= await open();
    const line = lineOf(
      await statement()
        .execute(database.kysely)
        .catch((error: unknown) => error),
    );
    expect(line).not.toContain(TOKEN);
    const texts = { message: expect.stringMatching(/\w+ \w+/), stack: expect.stringContaining(' at ') };
    expect(JSON.parse(line)).toMatchObject({ err: { type: expect.any(String), code, ...texts } });
    expect(line).not.toMatch(/"(?:params|parameters|query|detail|where)"/);
  });
});

test('causes are logged in the same way', () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', params: [TOKEN] });
  const line = lineOf(new Error('the mail was not sent', { cause }));
  expect(line).not.toContain(TOKEN);
  const logged = { message: 'the mail was not sent', cause: { message: 'refused', code: 'ECONNREFUSED' } };
  expect(JSON.parse(line)).toMatchObject({ err: logged });
});

describe('the security log', () => {
  function lines(count?: (event: string) => void) {
    const written: Record<string, unknown>[] = [];
    const log = pino({ base: null }, { write: (line: string) => void written.push(JSON.parse(line)) });
    return { written, log: createSecurityLog(log, 'a secret of thirty-two characters', count) };
  }

  test('a line has the event, the user’s id and the network, and no personal data', () => {
    const { written, log } = lines();
    log.log('info', { event: 'login', address: '203.0.113.9', userId: 'abc' });
    log.log('warn', { event: 'login-failed', address: '2001:db8:1:2:3::4', email: 'rahim@example.com' });
    log.log('warn', { event: 'foreign-write', address: null, route: '/user/logout' });
    expect(written).toMatchObject([
      { level: 30, msg: 'security', event: 'login', user: 'abc', network: '203.0.113.9' },
      {
        level: 40,
        msg: 'security',
        event: 'login-failed',
        user: expect.stringMatching(/^~[\w-]{22}$/),
        network: '2001:db8:1:2',
      },
      { level: 40, msg: 'security', event: 'foreign-write', network: 'unknown', route: '/user/logout' },
    ]);
    expect(JSON.stringify(written)).not.toContain('rahim');
    expect(written[2]).not.toHaveProperty('user');
  });

  test('many refusals of one network become one line with their number, and hide nobody else', () => {
    vi.useFakeTimers();
    try {
      const counted: string[] = [];
      const { written, log } = lines((event) => counted.push(event));
      const refuse = (event: string, address: string): void => log.log('warn', { event, address });
      for (let request = 0; request < 600; request += 1) refuse('operator-refused', '203.0.113.9');
      refuse('operator-refused', '203.0.113.10');
      refuse('login-failed', '203.0.113.9');
      log.log('info', { event: 'login', address: '203.0.113.9', userId: 'abc' });
      expect(written.length).toBe(20 + 3);
      // The metrics count each of them.
      expect(counted).toHaveLength(602);
      vi.advanceTimersByTime(60_001);
      expect(written.slice(23)).toMatchObject([{ event: 'operator-refused', network: '203.0.113.9', more: 580 }]);
      refuse('operator-refused', '203.0.113.9');
      expect(written.at(-1)).not.toHaveProperty('more');
    } finally {
      vi.useRealTimers();
    }
  });

  test('so do those of very many networks', () => {
    vi.useFakeTimers();
    try {
      const { written, log } = lines();
      for (let at = 0; at < 5_000; at += 1)
        log.log('warn', { event: 'login-failed', address: `10.0.${at >> 8}.${at & 255}` });
      vi.advanceTimersByTime(60_001);
      expect(written.length).toBe(201);
      expect(written.at(-1)).toMatchObject({ event: 'login-failed', network: 'all', more: 4_800 });
    } finally {
      vi.useRealTimers();
    }
  });

  test('equal addresses have equal digests, different ones different digests', () => {
    const { written, log } = lines();
    for (const email of ['a@example.com', 'a@example.com', 'b@example.com']) {
      log.log('warn', { event: 'login-failed', address: null, email });
    }
    const [first, again, other] = written.map(({ user }) => user);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
