import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../test/support/databases.ts';
import type { Database } from './db/connect.ts';
import { createLog } from './log.ts';

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
