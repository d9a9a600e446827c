/**
 * The one search for products and orders: rows with words (functions/search.sql) that begin with what was
 * typed, in the order of their list. The index has another order. So rows are looked at one after the other for a
 * common text, whose page is soon full, and sorted for a rare one.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { cleanText } from '../../domain/typed/text.ts';
import type { Tables } from './tables.ts';

/** Rows that are looked at before the index is asked. */
const LOOKED_AT = 500;

/** How much of a person's word is compared, in characters. */
const WORD_LENGTH = 64;

/** What `search_pieces` makes, in characters. */
const PIECE_LENGTH = 3;

export interface Search {
  from: 'products' | 'orders';
  key: string;
  /** An expression with an index. */
  order: RawBuilder<unknown>;
  descending?: boolean;
  where: RawBuilder<boolean>;
  /** The expression of the index of words, and the tsquery that it is asked. */
  words: RawBuilder<unknown>;
  query: string;
  /** What is true of a row that is found; needed where words alone do not tell. */
  match?: RawBuilder<boolean>;
  limit: number;
}

export async function search<Key extends string | number>(
  kysely: Kysely<Tables>,
  { from, key, order, descending = false, where, words, query, match, limit }: Search,
): Promise<Key[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const hasWords = sql<boolean>`${words} @@ ${query}::tsquery`;
  // `offset 0` keeps the planner from walking along the order, and a branch whose condition is false is not executed.
  const { rows } = await sql<{ key: Key }>`
    with near as materialized (
      select *, ${order} as place from ${sql.table(from)} where ${where} order by place ${direction} limit ${LOOKED_AT}
    ), first as materialized (
      select ${sql.ref(key)} as key, place from near where ${match ?? hasWords} order by place ${direction} limit ${limit}
    ), done as materialized (
      select (select count(*) from first) = ${limit} or (select count(*) from near) < ${LOOKED_AT} as done
    )
    select key from (
      select key, place from first where (select done from done)
      union all
      select key, place from (
        select ${sql.ref(key)} as key, ${order} as place from ${sql.table(from)}
        where ${hasWords} and ${match ?? sql`true`} and ${where} offset 0
      ) as indexed where not (select done from done)
    ) as found order by place ${direction} limit ${limit}`.execute(kysely);
  return rows.map((row) => row.key);
}

/** The query for rows with all these parts in a text that is indexed by its pieces. */
export function withParts(parts: readonly string[]): string {
  return parts
    .flatMap((part) => {
      const characters = [...part];
      if (characters.length < PIECE_LENGTH) return beginning(part);
      return characters
        .slice(PIECE_LENGTH - 1)
        .map((_, at) => quoted(characters.slice(at, at + PIECE_LENGTH).join('')));
    })
    .join(' & ');
}

/** The query for rows with a word that begins with this text. */
export function beginning(text: string): string {
  return `${quoted(text)}:*`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '$&$&')}'`;
}

/** The beginnings of words (`search_words`) by which a typed text finds a person. */
export async function wordNeedles(kysely: Kysely<Tables>, text: string): Promise<string[]> {
  const { folded, dialled } = await asStored(kysely, text);
  return [...new Set([folded, dialled].map((needle) => [...needle].slice(0, WORD_LENGTH).join('')))].filter(Boolean);
}

/** The words of a typed text, and what it is as (a part of) a phone number, for `customer_text`. None: it shows nothing. */
export async function customerNeedles(kysely: Kysely<Tables>, text: string): Promise<string[][]> {
  const { folded, dialled } = await asStored(kysely, text);
  return [folded.split(' '), [dialled]].filter(([first]) => first);
}

async function asStored(kysely: Kysely<Tables>, text: string) {
  // Without null characters, which PostgreSQL does not take, and halves of characters.
  const typed = cleanText(text.slice(0, 2 * WORD_LENGTH));
  const texts = sql<{ folded: string; dialled: string }>`
    select search_folded(${typed}) as folded, search_phone(${typed}) as dialled`;
  return (await texts.execute(kysely)).rows[0] ?? { folded: '', dialled: '' };
}
