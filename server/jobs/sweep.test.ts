import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { sweep } from './worker.ts';

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
