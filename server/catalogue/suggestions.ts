/** Suggestions for what a shopper is typing (product §5): products by their names and aliases, best first, wrong letters forgiven. */
import { distance } from 'fastest-levenshtein';
import { type Kysely, sql } from 'kysely';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import type { SearchCategory } from '../../domain/catalogue/search.ts';
import {
  MAX_SUGGESTIONS,
  type Needles,
  allWords,
  forgivenLetters,
  needlesFor,
  typedWords,
} from '../../domain/catalogue/suggestions.ts';
import type { Tables } from '../db/tables.ts';
import { productsWith } from './find.ts';

/** How wrong a word counts that nothing known is like: more than any that is forgiven. */
const UNKNOWN_WORD = 3;

const MAX_SPELLINGS = 3;

export async function suggest(
  kysely: Kysely<Tables>,
  text: string,
  categories: readonly Category[],
  { group, limit = MAX_SUGGESTIONS }: { group: SearchCategory; limit?: number },
): Promise<string[]> {
  const typed = typedWords(text);
  if (typed === '') return [];
  const type = group === 'all' ? null : group;
  const found: string[] = [];

  async function add({ category, parts }: Needles): Promise<void> {
    if (found.length >= limit || (category && type && category.group !== type)) return;
    const wanted = { parts, category: category?.id ?? null, type, without: found, limit: limit - found.length };
    found.push(...(await productsWith(kysely, { column: 'suggestion_text', ...wanted })));
  }

  for (const needles of needlesFor(typed, categories)) await add(needles);
  if (found.length < MAX_SUGGESTIONS) {
    for (const spelling of await otherSpellings(kysely, typed, found.length > 0))
      await add({ parts: allWords(spelling) });
  }
  return found;
}

/** Known words in place of misspelt ones, the most similar first. */
async function otherSpellings(kysely: Kysely<Tables>, typed: string, found: boolean): Promise<string[]> {
  const words = typed.split(' ');
  const misspelt = words.filter((word) => forgivenLetters(word, found) > 0);
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
      .filter(({ text, wrong }) => wrong <= Math.min(forgivenLetters(word, found), forgivenLetters(text, found)));
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
