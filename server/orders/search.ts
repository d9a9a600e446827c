import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { beginsWith, wordNeedles } from '../db/beginnings.ts';
import type { Tables } from '../db/tables.ts';

/** How many orders are looked at, one after the other, before the index is asked. */
const LOOKED_AT = 1_000;

const ID_BEGINNING = /^[a-z0-9]{1,64}$/;

export interface OrderSearch {
  needles: Needles;
  /** Which orders at all: a condition on the table `orders`. */
  where: RawBuilder<boolean>;
  oldestFirst: boolean;
  limit: number;
}

interface Needles {
  words: string[];
  ids: string[];
}

export async function needlesOf(kysely: Kysely<Tables>, text: string): Promise<Needles | null> {
  const id = text.trim().replace(/^#/, '').toLowerCase();
  const words = await wordNeedles(kysely, text);
  if (id === '' || words.length === 0) return null;
  return { words, ids: ID_BEGINNING.test(id) ? [id] : [] };
}

/**
 * In no order. The index is not in the order of the page: so a common text, whose page is soon full, is found by looking at one order after
 * the other, and a rare one by sorting all that the index has.
 */
export async function searchOrders(kysely: Kysely<Tables>, search: OrderSearch): Promise<number[]> {
  const near = await nearMatches(kysely, search);
  return near.complete ? near.numbers : sortedMatches(kysely, search);
}

/** The matches among the first orders of the page's order; `complete` when they fill the page, or there are no more orders. */
async function nearMatches(
  kysely: Kysely<Tables>,
  { needles, where, oldestFirst, limit }: OrderSearch,
): Promise<{ numbers: number[]; complete: boolean }> {
  const { rows } = await sql<{ numbers: unknown[]; seen: number }>`
    with near as materialized (
      select number, id, shipping_info from orders where ${where}
      order by number ${direction(oldestFirst)} limit ${LOOKED_AT}
    )
    select array(
      select number from near
      where begins_with(id || order_words_of(shipping_info), ${[...needles.words, ...needles.ids]}::text[])
      order by number ${direction(oldestFirst)} limit ${limit}
    ) as numbers, (select count(*) from near) as seen`.execute(kysely);
  const { numbers, seen } = rows[0] ?? { numbers: [], seen: 0 };
  return { numbers: numbers.map(Number), complete: numbers.length === limit || seen < LOOKED_AT };
}

async function sortedMatches(
  kysely: Kysely<Tables>,
  { needles, where, oldestFirst, limit }: OrderSearch,
): Promise<number[]> {
  const found = [
    ...needles.words.map(
      (needle) => sql`select order_number as number from order_words where ${beginsWith('word', needle)}`,
    ),
    ...needles.ids.map((needle) => sql`select number from orders where ${beginsWith('id', needle)}`),
  ];
  // A subquery with a value is tried in the sorted order until the page is full; for `exists` the planner may read all orders instead.
  const { rows } = await sql<{ number: number }>`
    select number from (
      select number from (${sql.join(found, sql` union `)}) as found order by number ${direction(oldestFirst)}
    ) as found
    where (select true from orders where orders.number = found.number and ${where})
    limit ${limit}`.execute(kysely);
  return rows.map(({ number }) => number);
}

function direction(oldestFirst: boolean): RawBuilder<unknown> {
  return oldestFirst ? sql`asc` : sql`desc`;
}
