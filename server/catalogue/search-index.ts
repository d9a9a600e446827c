/**
 * Which block ranges of the catalogue may contain an n-gram of 1 to 3 characters (product §5), for the SQL functions search_products and
 * suggest_products: much smaller and faster to write than an index of every n-gram of every product. Those of the type 'suggestions' are of
 * suggestion_texts; word_deletions has their words, for misspelt ones.
 */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import { deletionsOf, forgivingWords, suggestionText } from '../../domain/suggestions.ts';
import type { SearchBlocksTable, SuggestionTextsTable, Tables } from '../db/tables.ts';
import type { StoredColumns } from './rows.ts';

const MAX_NGRAM_LENGTH = 3;

/** A range (SQL: a slot) is 128 positions; a block is 64 ranges, one for each bit of a bigint. The SQL function has the same numbers. */
export const RANGE_POSITIONS = 128;
export const BLOCK_RANGES = 64;

const INSERT_ROWS = 1_000;

/** Block ranges in memory before they are written; this limits the memory of an import of a million products. */
const MAX_BUFFERED_RANGES = 256;

export function ngramsOf(text: string): Set<string> {
  const characters = [...text];
  const ngrams = new Set<string>();
  for (let start = 0; start < characters.length; start += 1) {
    let gram = '';
    for (const character of characters.slice(start, start + MAX_NGRAM_LENGTH)) {
      gram += character;
      ngrams.add(gram);
    }
  }
  return ngrams;
}

export function firstNgram(needle: string): string {
  return [...needle].slice(0, MAX_NGRAM_LENGTH).join('');
}

/** The n-grams that every text with this part has; the shorter ones are in them. */
export function longestNgrams(part: string): string[] {
  const size = Math.min([...part].length, MAX_NGRAM_LENGTH);
  return [...ngramsOf(part)].filter((gram) => [...gram].length === size);
}

/** The distinct n-grams of a suggestion text: also a space and the first 3 characters of a word, which are rarer. */
export function suggestionGrams(text: string): Set<string> {
  const ngrams = ngramsOf(text);
  for (const [gram] of text.matchAll(WORD_START)) ngrams.add(gram);
  return ngrams;
}

const WORD_START = / [^ ]{3}/gu;

/** The n-grams that every suggestion text with this part has; the shorter ones are in the others. */
export function requiredGrams(part: string): string[] {
  const size = [...part].length;
  return [...suggestionGrams(part)].filter((gram) => [...gram].length >= Math.min(size, MAX_NGRAM_LENGTH));
}

export const INDEXED_COLUMNS = ['type', 'search_text', 'name', 'name_bn', 'aliases'] as const;

export type IndexedProduct = Pick<StoredColumns, (typeof INDEXED_COLUMNS)[number]> & { position: number };

export interface SearchIndexWriter {
  add(product: IndexedProduct): Promise<void>;
  /** Writes the rest; call it before products can be found. */
  flush(): Promise<void>;
}

export function createSearchIndexWriter(executor: Kysely<Tables>): SearchIndexWriter {
  const slots: NgramsByRange = new Map();
  /** All words that this writer has seen, and those of them that are not written yet. */
  const seen = new Set<string>();
  let words: string[] = [];
  let texts: Selectable<SuggestionTextsTable>[] = [];

  async function flushTexts(): Promise<void> {
    await sql`
      insert into suggestion_texts (position, text)
      select position, text from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as given(position bigint, text text)
      on conflict (position) do update set text = excluded.text where suggestion_texts.text <> excluded.text`.execute(
      executor,
    );
    texts = [];
  }

  async function flush(): Promise<void> {
    await flushTexts();
    for await (const rows of rowsOf(slots)) {
      for (let at = 0; at < rows.length; at += INSERT_ROWS) {
        await sql`
          insert into search_blocks (gram, block, type, slots)
          select gram, block, type, slots from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + INSERT_ROWS))}::jsonb)
            as given(gram text, block integer, type text, slots bigint)
          on conflict (gram, block, type) do update set slots = search_blocks.slots | excluded.slots
          where search_blocks.slots | excluded.slots <> search_blocks.slots`.execute(executor);
      }
    }
    slots.clear();
    const deletions = words.flatMap((word) => Array.from(deletionsOf(word), (deletion) => ({ deletion, word })));
    words = [];
    deletions.sort((a, b) => (a.deletion < b.deletion ? -1 : 1));
    for (let at = 0; at < deletions.length; at += INSERT_ROWS) {
      await sql`
        insert into word_deletions (deletion, word)
        select deletion, word from jsonb_to_recordset(${JSON.stringify(deletions.slice(at, at + INSERT_ROWS))}::jsonb)
          as given(deletion text, word text)
        on conflict do nothing`.execute(executor);
    }
  }

  return {
    async add(product) {
      const { position, type, search_text } = product;
      const slot = Math.floor(position / RANGE_POSITIONS);
      const types = slots.get(slot) ?? new Map<BlockType, Set<string>>();
      slots.set(slot, types);
      addAll(types, type, ngramsOf(search_text));
      const text = suggestionText(product);
      addAll(types, 'suggestions', suggestionGrams(text));
      for (const word of forgivingWords(text)) {
        if (seen.has(word)) continue;
        seen.add(word);
        words.push(word);
      }
      texts.push({ position, text });
      if (texts.length >= INSERT_ROWS) await flushTexts();
      if (slots.size >= MAX_BUFFERED_RANGES) await flush();
    },
    flush,
  };
}

export async function removeEmptyBlocks(executor: Kysely<Tables>): Promise<void> {
  await sql`
    delete from search_blocks
    where not exists (select from products where position / ${sql.lit(RANGE_POSITIONS * BLOCK_RANGES)} = block)`.execute(
    executor,
  );
}

type BlockType = SearchBlocksTable['type'];

type NgramsByRange = Map<number, Map<BlockType, Set<string>>>;

function addAll(types: Map<BlockType, Set<string>>, type: BlockType, ngrams: ReadonlySet<string>): void {
  const known = types.get(type) ?? new Set();
  types.set(type, known);
  for (const gram of ngrams) known.add(gram);
}

/** For each block and type in key order, so that index pages are filled one after the other. Other requests are served in between. */
async function* rowsOf(slots: NgramsByRange): AsyncGenerator<Selectable<SearchBlocksTable>[]> {
  const blocks = new Map<string, { block: number; type: BlockType; masks: Map<string, bigint> }>();
  for (const [slot, types] of slots) {
    const block = Math.floor(slot / BLOCK_RANGES);
    const bit = 1n << BigInt(slot % BLOCK_RANGES);
    for (const [type, ngrams] of types) {
      const key = `${block} ${type}`;
      const { masks } = blocks.get(key) ?? { masks: new Map<string, bigint>() };
      blocks.set(key, { block, type, masks });
      for (const gram of ngrams) masks.set(gram, (masks.get(gram) ?? 0n) | bit);
    }
    await setImmediate();
  }
  for (const { block, type, masks } of blocks.values()) {
    yield [...masks]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      // A signed 64-bit number in decimal text, because JavaScript numbers are too small.
      .map(([gram, mask]) => ({ gram, block, type, slots: BigInt.asIntN(64, mask).toString() }));
  }
}
