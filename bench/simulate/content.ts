/** All rows of a shop, without what differs each time: numbers, times, secrets, and ids that are drawn. */
import { escapeIdentifier } from 'pg';
import type { World } from './world.ts';

const NUMBERS = 'id number order_number history_id undoes counted position day delivery_day';
const TIMES =
  'at placed_at created_at updated_at next_attempt_at next_at expires_at started_at ended_at sending_until voided_at joined_at ' +
  'deletion_requested_at last_used_at console_since taken_at';
const SECRETS = 'token_hash password request_hash link_hash body_html';
const VOLATILE = `${NUMBERS} ${TIMES} ${SECRETS}`.split(' ');

/** Counted also for what failed, and gone within hours. */
const COUNTS = ['rate_limits', 'migrations', 'applied_functions'];

/** One line for each row, in no order. */
export async function contentOf({ database }: World, without: readonly string[] = []): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)",
    [[...COUNTS, ...without]],
  );
  const parts = tables.map(({ name }) => {
    const table = escapeIdentifier(name);
    return `select '${name} ' || (to_jsonb(${table}) - $1::text[])::text as row from ${table}`;
  });
  const { rows } = await database.query<{ row: string }>(parts.join(' union all '), [VOLATILE]);
  return rows.map(({ row }) => withoutDraws(row)).toSorted();
}

function withoutDraws(row: string): string {
  return row
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\b[a-z0-9]{24}\b/g, 'ORDER')
    .replaceAll(/#[a-z0-9]{6}\b/g, '#ORDER')
    .replaceAll(/reset-password\/[\w-]+/g, 'reset-password/TOKEN')
    .replaceAll(/\/o\/[\w-]{22,64}/g, '/o/TOKEN')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|\+00:00)?/g, 'TIME')
    .replaceAll(/\d\d:\d\d:\d\d GMT|\d{1,2}:\d\d [ap]m/gi, 'TIME');
}
