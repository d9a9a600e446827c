import { type Kysely, type RawBuilder, sql } from 'kysely';
import { search, withBeginning, wordNeedles } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';

const ID_BEGINNING = /^#?[a-z0-9]{1,64}$/;

interface OrderSearch {
  text: string;
  /** Which orders at all: a condition on the table `orders`. */
  where: RawBuilder<boolean>;
  oldestFirst: boolean;
  limit: number;
}

/** The numbers of the first orders; null for a text that shows nothing. */
export async function searchOrders(
  kysely: Kysely<Tables>,
  { text, where, oldestFirst, limit }: OrderSearch,
): Promise<number[] | null> {
  const id = text.trim().toLowerCase();
  const needles = await wordNeedles(kysely, text);
  if (id === '#' || needles.length === 0) return null;
  if (ID_BEGINNING.test(id)) needles.push(`#${id.replace('#', '')}`);
  return search(kysely, {
    from: 'orders',
    key: 'number',
    order: sql`number`,
    descending: !oldestFirst,
    where,
    words: sql`search_words(shipping_info ->> 'name', shipping_info ->> 'email', shipping_info ->> 'phone', id)`,
    query: withBeginning(needles),
    limit,
  });
}
