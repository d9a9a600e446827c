/** Suggestions for what a shopper is typing (product §5): products by their names and aliases, best first, wrong letters forgiven. */
import { distance } from 'fastest-levenshtein';
import { type Kysely, sql } from 'kysely';
import {
  MAX_SUGGESTIONS,
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

export async function suggest(kysely: Kysely<Tables>, text: string): Promise<string[]> {
  const typed = typedWords(text);
  if (typed === '') return [];
  const found: string[] = [];

  async function add(parts: readonly string[]): Promise<void> {
    const limit = MAX_SUGGESTIONS - found.length;
    if (limit > 0)
      found.push(...(await productsWith(kysely, { column: 'suggestion_text', parts, without: found, limit })));
  }

  for (const parts of needlesFor(typed)) await add(parts);
  if (found.length < MAX_SUGGESTIONS) {
    // Two wrong letters are forgiven only where nothing else is found: a tomato is no potato.
    const forgiven = found.length === 0 ? 2 : 1;
    for (const spelling of await otherSpellings(kysely, typed, forgiven)) await add(allWords(spelling));
  }
  return found;
}

/** Known words in place of misspelt ones, the most similar first. */
async function otherSpellings(kysely: Kysely<Tables>, typed: string, forgiven: number): Promise<string[]> {
  const words = typed.split(' ');
  const { rows } = await sql<{ word: string }>`
    select word from words
    where search_remainders(word) && array(
      select unnest(search_remainders(typed)) from unnest(${words.filter(forgivenLetters)}::text[]) as typed
    )
    order by word`.execute(kysely);
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
