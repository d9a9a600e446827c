/** The operator's search for customers: by the beginning of the name, the e-mail address or the phone. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { beginsWith } from '../db/beginnings.ts';
import type { Tables } from '../db/tables.ts';

/** How many accounts are looked at, one after the other, before the index is asked. */
const LOOKED_AT = 1_000;

interface AccountSearch {
  /** What the customers' words begin with (migration 0009). */
  needles: readonly string[];
  /** Which customers at all: a condition on the table `users`. */
  where: RawBuilder<boolean>;
  limit: number;
}

/**
 * The e-mail addresses of the first customers that a search finds, in no order. As in orders/search.ts, a common text is found by looking at
 * one account after the other, and a rare one by sorting all that the index has.
 */
export async function searchAccounts(
  kysely: Kysely<Tables>,
  { needles, where, limit }: AccountSearch,
): Promise<string[]> {
  const { rows } = await sql<{ emails: string[]; seen: number }>`
    with near as materialized (
      select email, name, phone from users where ${where} order by email limit ${LOOKED_AT}
    )
    select array(
      select email from near where begins_with(search_words(name, email, phone), ${[...needles]}::text[])
      order by email limit ${limit}
    ) as emails, (select count(*) from near) as seen`.execute(kysely);
  const { emails, seen } = rows[0] ?? { emails: [], seen: 0 };
  if (emails.length === limit || seen < LOOKED_AT) return emails;

  const found = needles.map((needle) => sql`select email from account_words where ${beginsWith('word', needle)}`);
  // A subquery with a value is tried in the sorted order until the page is full.
  const sorted = await sql<{ email: string }>`
    select email from (select email from (${sql.join(found, sql` union `)}) as found order by email) as found
    where (select true from users where users.email = found.email and ${where})
    limit ${limit}`.execute(kysely);
  return sorted.rows.map(({ email }) => email);
}
