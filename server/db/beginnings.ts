/** Searching for texts by their beginning, in an index that is sorted by bytes. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** How much of a word is stored, in characters. */
const WORD_LENGTH = 64;
/** Comes after all characters that a text can have. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Whether a column that is sorted by bytes (`collate "C"`) begins with a needle. */
export function beginsWith(column: string, needle: string): RawBuilder<boolean> {
  const name = sql.ref(column);
  return sql<boolean>`(${name} >= ${needle} and ${name} < ${needle + LAST_CHARACTER})`;
}

/** What the words of a person begin with (`search_words`) whom a typed text finds; none for a text that shows nothing. */
export async function wordNeedles(kysely: Kysely<Tables>, text: string): Promise<string[]> {
  // Without null characters, which PostgreSQL does not take, and halves of characters.
  const typed = text
    .slice(0, 2 * WORD_LENGTH)
    .replaceAll('\0', '')
    .toWellFormed();
  const { rows } = await sql<{ needle: string }>`
    select distinct left(needle, ${WORD_LENGTH}::integer) as needle from (
      values (search_folded(${typed})), (search_phone(${typed}))
    ) as needles (needle) where needle <> ''`.execute(kysely);
  return rows.map(({ needle }) => needle);
}
