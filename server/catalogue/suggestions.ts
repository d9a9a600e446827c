/** Suggestions for what a shopper is typing (product §5): products by their names and aliases, best first, wrong letters forgiven. */
import { distance } from 'fastest-levenshtein';
import { type Kysely, sql } from 'kysely';
import type { Product } from '../../domain/product.ts';
import {
  allWords,
  deletionsOf,
  forgivenLetters,
  MAX_SUGGESTIONS,
  needlesFor,
  typedWords,
} from '../../domain/suggestions.ts';
import type { Tables } from '../db/tables.ts';
import { PRODUCT_COLUMNS, productOf } from './rows.ts';
import type { ProductColumns } from './rows.ts';
import { requiredGrams } from './search-index.ts';

/** All of a shop of up to 8,000 products; in a larger one, a rare text that has only common parts may be missed. */
const MAX_RANGES = 64;

/** How wrong a word counts that nothing known is like: more than any that is forgiven. */
const UNKNOWN_WORD = 3;

/** Spellings that are tried in place of a misspelt text. */
const MAX_SPELLINGS = 3;

const COLUMNS = sql.join(PRODUCT_COLUMNS.map((column) => sql.ref(column)));

export async function suggest(kysely: Kysely<Tables>, text: string): Promise<Product[]> {
  const typed = typedWords(text);
  if (typed === '') return [];
  const found = new Map<string, Product>();

  async function add(parts: readonly string[]): Promise<void> {
    const left = MAX_SUGGESTIONS - found.size;
    if (left <= 0) return;
    const patterns = parts.map((part) => `%${part}%`);
    const grams = [...new Set(parts.flatMap(requiredGrams))];
    const { rows } = await sql<ProductColumns>`
      select ${COLUMNS} from suggest_products(
        ${patterns}::text[], ${grams}::text[], ${[...found.keys()]}::text[], ${left}::integer, ${MAX_RANGES}::integer
      ) order by position`.execute(kysely);
    for (const row of rows) found.set(row.id, productOf(row));
  }

  for (const parts of needlesFor(typed)) await add(parts);
  if (found.size < MAX_SUGGESTIONS) {
    // Two wrong letters are forgiven only where nothing else is found: a tomato is no potato.
    const forgiven = found.size === 0 ? 2 : 1;
    for (const spelling of await otherSpellings(kysely, typed, forgiven)) await add(allWords(spelling));
  }
  return [...found.values()];
}

/** The typed text with known words in place of misspelt ones, the most similar first. */
async function otherSpellings(kysely: Kysely<Tables>, typed: string, forgiven: number): Promise<string[]> {
  const words = typed.split(' ');
  const deletions = [...new Set(words.flatMap((word) => (forgivenLetters(word) > 0 ? [...deletionsOf(word)] : [])))];
  if (deletions.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    select distinct word from word_deletions where deletion = any(${deletions}::text[]) order by word`.execute(kysely);
  const known = rows.map(({ word }) => word);
  let spellings = [{ text: '', wrong: 0 }];
  for (const word of words) {
    const similar = known
      .map((other) => ({ text: other, wrong: distance(word, other) }))
      .filter(({ text, wrong }) => wrong <= Math.min(forgiven, forgivenLetters(word), forgivenLetters(text)));
    if (!similar.some(({ wrong }) => wrong === 0))
      similar.push({ text: word, wrong: forgivenLetters(word) > 0 ? UNKNOWN_WORD : 0 });
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
