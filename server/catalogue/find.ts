/** Finding products: by the text of a search, in the console, and for what a shopper is typing (product §5). */
import { distance } from 'fastest-levenshtein';
import { type Kysely, sql } from 'kysely';
import { asciiDigits } from '../../base/digits.ts';
import type { Category, Group } from '../../domain/catalogue/catalogue.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/catalogue/product.ts';
import { cleanText, fold } from '../../domain/typed/text.ts';
import { type SearchCategory } from '../../domain/catalogue/search.ts';
import { allWords, forgivenLetters, type Needles, needlesFor, typedWords } from '../../domain/catalogue/suggestions.ts';
import { readPage } from '../db/page.ts';
import { search, withParts } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import { IN_ORDER, catalogueRowOf, stockOf } from './tables.ts';

export const BATCH = 50;

const MAX_NEEDLE_LENGTH = 120;

/** Those that cannot be ordered now, that have no picture, or that were changed since then. */
export interface Only {
  unavailable?: boolean;
  noPicture?: boolean;
  changedSince?: Date | null;
}

export interface ProductQuery {
  /** Of any length. The product whose id it is comes first. */
  text?: string;
  category?: string | null;
  only?: Only;
  after?: string | null;
  limit?: number;
}

export async function findProducts(kysely: Kysely<Tables>, query: ProductQuery) {
  const { text = '', category = null, only = {}, after, limit = BATCH } = query;
  const needle = needleOf(text);
  const since = positionOf(after);
  const list = { category, since, only };
  const products = kysely.selectFrom('products').selectAll().select(stockOf());
  if (needle === '') {
    const { where, order } = listOf(list);
    const { shown, next } = await readPage(products.where(where).orderBy(order), limit, positionIn);
    return { rows: shown.map(catalogueRowOf), next };
  }
  const id = text.trim();
  const named = products.where('id', '=', id).where(listOf({ ...list, since: 0 }).where);
  const exact = PRODUCT_ID_PATTERN.test(id) ? await named.executeTakeFirst() : undefined;
  // One more than the batch shows next: the product with the id can be among them.
  const words = { column: 'search_text', parts: [needle], limit: limit + 2 } as const;
  const ids = await productsWith(kysely, { ...words, ...list });
  const others = products
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('id', '<>', exact?.id ?? '')
    .orderBy('position');
  const { shown, next } = await readPage(others, limit, positionIn);
  return { rows: (exact && since === 0 ? [exact, ...shown] : shown).map(catalogueRowOf), next };
}

/** The cursor of a list in the catalogue's order. */
export const positionIn = ({ position }: { position: number }) => position;

/** Cursors come from URLs; an invalid one means the first product. */
export function positionOf(cursor: string | null | undefined): number {
  return cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
}

interface List {
  category?: string | null;
  type?: Group | null;
  since?: number;
  only?: Only;
}

interface Parts extends List {
  column: 'search_text' | 'suggestion_text';
  /** See `Needles`. */
  parts: readonly string[];
  inNames?: boolean | undefined;
  without?: readonly string[];
  limit: number;
}

export function productsWith(
  kysely: Kysely<Tables>,
  { column, parts, inNames = false, without = [], limit, ...list }: Parts,
): Promise<string[]> {
  const within = (part: string) => (inNames || part.endsWith('\n') ? NAMES : sql.ref(column));
  const conditions = parts.map((part) => sql`strpos(${within(part)}, ${part}) > 0`);
  // The names of category and type are in `search_text`.
  const group = column === 'search_text' ? (list.category ?? list.type ?? '') : '';
  return search(kysely, {
    ...listOf(list),
    from: 'products',
    key: 'id',
    words: sql`search_pieces(${sql.ref(column)})`,
    query: withParts([...parts.map((part) => part.replace(/\n$/, '')), group].filter(Boolean)),
    match: sql<boolean>`(${sql.join([...conditions, sql`id <> all(${[...without]}::text[])`], sql` and `)})`,
    limit,
  });
}

/** The names of a suggestion text, with a line break behind each; the aliases begin with the first tab. */
const NAMES = sql`(split_part(suggestion_text, E'\\t', 1) || E'\\n')`;

function listOf({ category = null, type = null, since = 0, only = {} }: List) {
  const [column, name] = category === null ? ['type', type] : ['category', category];
  const order = name === null ? IN_ORDER : sql<number>`position`;
  const within = name === null ? sql`` : sql`${sql.ref(column)} = ${name} and `;
  const { unavailable, noPicture, changedSince } = only;
  const conditions = [
    sql`${within}${order} > ${since}::bigint`,
    ...(unavailable ? [sql`not available`] : []),
    ...(noPicture ? [sql`image = ''`] : []),
    ...(changedSince ? [sql`updated_at >= ${changedSince}`] : []),
  ];
  return { where: sql<boolean>`${sql.join(conditions, sql` and `)}`, order };
}

/** A number is a price or a weight, and these are stored in ASCII digits. */
function needleOf(text: string): string {
  const characters = [...cleanText(text.slice(0, 2 * MAX_NEEDLE_LENGTH))];
  const needle = fold(characters.slice(0, MAX_NEEDLE_LENGTH).join(''));
  return /^[\p{Nd}.]+$/u.test(needle) ? asciiDigits(needle) : needle;
}

/** How wrong a word counts that nothing known is like: more than any that is forgiven. */
const UNKNOWN_WORD = 3;

const MAX_SPELLINGS = 3;

/** By names and aliases, best first; wrong letters are forgiven where nothing else is found. `strong`: how many are sure. */
export async function suggest(
  kysely: Kysely<Tables>,
  text: string,
  { group, limit, categories }: { group: SearchCategory; limit: number; categories: readonly Category[] },
): Promise<{ ids: string[]; strong: number }> {
  const typed = typedWords(text);
  const found: string[] = [];
  let strong = 0;
  if (typed === '') return { ids: found, strong };
  const type = group === 'all' ? null : group;

  async function add({ category, parts, inNames, weak = false }: Needles): Promise<void> {
    if (found.length >= limit || (category && type && category.group !== type)) return;
    const list = { category: category?.id ?? null, type, without: found, limit: limit - found.length };
    found.push(...(await productsWith(kysely, { column: 'suggestion_text', parts, inNames, ...list })));
    if (!weak) strong = found.length;
  }

  for (const needles of needlesFor(typed, categories)) await add(needles);
  if (found.length === 0) {
    for (const spelling of await otherSpellings(kysely, typed)) await add({ parts: allWords(spelling), weak: true });
  }
  return { ids: found, strong };
}

/** Known words in place of misspelt ones, the most similar first. */
async function otherSpellings(kysely: Kysely<Tables>, typed: string): Promise<string[]> {
  const words = typed.split(' ');
  const misspelt = words.filter((word) => forgivenLetters(word) > 0);
  if (misspelt.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    select word from words
    where search_remainders(word) && array(
      select unnest(search_remainders(typed)) from unnest(${misspelt}::text[]) as typed
    )
    order by word`.execute(kysely);
  const known = rows.map(({ word }) => word);
  let spellings = [{ text: '', wrong: 0 }];
  for (const word of words) {
    const similar = known
      .map((other) => ({ text: other, wrong: distance(word, other) }))
      .filter(({ text, wrong }) => wrong <= Math.min(forgivenLetters(word), forgivenLetters(text)));
    if (!similar.some(({ wrong }) => wrong === 0))
      similar.push({ text: word, wrong: misspelt.includes(word) ? UNKNOWN_WORD : 0 });
    spellings = spellings
      .flatMap(({ text, wrong }) =>
        similar.map((next) => ({ text: `${text} ${next.text}`, wrong: wrong + next.wrong })),
      )
      .toSorted((a, b) => a.wrong - b.wrong)
      .slice(0, MAX_SPELLINGS + 1);
  }
  return spellings
    .map(({ text }) => text.trim())
    .filter((text) => text !== typed)
    .slice(0, MAX_SPELLINGS);
}
