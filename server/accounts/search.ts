import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { beginsWith } from '../db/beginnings.ts';
import type { Tables } from '../db/tables.ts';

interface AccountSearch {
  needles: readonly string[];
  /** The id of the customer that the page comes after; any other value gives the first page. */
  after: string | null | undefined;
  limit: number;
}

/** In the order of the words found, which is the index's, so that a page is read at once; of several words the first one counts. */
export async function searchAccounts(
  kysely: Kysely<Tables>,
  { needles, after, limit }: AccountSearch,
): Promise<string[]> {
  const firstWord = sql<string>`(
    select min(own collate "C") from unnest(search_words(users.name, users.email, users.phone)) as own
    where begins_with(array[own], ${[...needles]}::text[])
  )`;
  const last = after
    ? await kysely
        .selectFrom('users')
        .select(['email', firstWord.as('word')])
        .where('id', '=', after)
        .executeTakeFirst()
    : undefined;
  const following = last?.word ? sql`(word, email) > (${last.word}, ${last.email})` : sql`true`;
  // The condition is a subquery with a value, so that it is tried in the order of the index until the page is full.
  const found = needles.map(
    (needle) => sql`(
      select word, email from (
        select word, email from account_words where ${beginsWith('word', needle)} and ${following} order by word, email
      ) as found
      where (select found.word = ${firstWord} from users where users.email = found.email) limit ${limit}
    )`,
  );
  const { rows } = await sql<{ email: string }>`
    select email from (${sql.join(found, sql` union `)}) as found order by word, email limit ${limit}`.execute(kysely);
  return rows.map(({ email }) => email);
}
