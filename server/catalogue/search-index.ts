/**
 * Which stretches of the catalogue may hold a gram, a piece of 1 to 3 characters (product §5): the table search_blocks,
 * read by the SQL function search_products. Much smaller and quicker to write than an index of every gram of every
 * product, and a page of results costs the same however common the gram.
 */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Group } from '../../domain/catalogue.ts';
import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** The most characters of a gram. */
const GRAM = 3;

/** A slot is a stretch of 128 positions, a block has 64 of them: a bigint's bits. The SQL function knows both. */
const SLOT_POSITIONS = 128;
const BLOCK_SLOTS = 64;

/** Rows of one INSERT. */
const BATCH = 2_000;

/** Slots to remember before writing, so that a million products need no gigabyte. */
const MOST_SLOTS = 1_024;

/** The distinct pieces of 1 to 3 characters (code points) of a text. */
export function gramsOf(text: string): Set<string> {
  const characters = [...text];
  const grams = new Set<string>();
  for (let start = 0; start < characters.length; start += 1) {
    let gram = '';
    for (const character of characters.slice(start, start + GRAM)) {
      gram += character;
      grams.add(gram);
    }
  }
  return grams;
}

/** The gram under which a needle is looked up: itself, or its beginning when folding made it longer. */
export function firstGram(needle: string): string {
  return [...needle].slice(0, GRAM).join('');
}

/** Collects what new and changed products add, and writes it within their transaction. */
export interface SearchBlockWriter {
  add(product: { position: number; type: Group; search_text: string }): Promise<void>;
  /** Writes what is left; call it before the transaction ends. */
  flush(): Promise<void>;
}

export function createSearchBlockWriter(trx: Transaction<Tables>): SearchBlockWriter {
  const slots: Slots = new Map();

  async function flush(): Promise<void> {
    const rows = rowsOf(slots);
    slots.clear();
    for (let at = 0; at < rows.length; at += BATCH) {
      await sql`
        insert into search_blocks (gram, block, type, slots)
        select gram, block, type, slots from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + BATCH))}::jsonb)
          as given(gram text, block integer, type text, slots bigint)
        on conflict (gram, block, type) do update set slots = search_blocks.slots | excluded.slots
        where search_blocks.slots | excluded.slots <> search_blocks.slots`.execute(trx);
      await setImmediate();
    }
  }

  return {
    async add({ position, type, search_text }) {
      const slot = Math.floor(position / SLOT_POSITIONS);
      const types = slots.get(slot) ?? new Map<Group, Set<string>>();
      const grams = types.get(type) ?? new Set();
      slots.set(slot, types.set(type, grams));
      for (const gram of gramsOf(search_text)) grams.add(gram);
      if (slots.size >= MOST_SLOTS) await flush();
    },
    flush,
  };
}

/** Grams by slot, counted from the catalogue's beginning, and type. */
type Slots = Map<number, Map<Group, Set<string>>>;

/** The table's rows in the order of their key, so that its pages are filled one after the other. */
function rowsOf(slots: Slots) {
  const masks = new Map<string, bigint>();
  for (const [slot, types] of slots) {
    const block = String(Math.floor(slot / BLOCK_SLOTS)).padStart(10, '0');
    const bit = 1n << BigInt(slot % BLOCK_SLOTS);
    for (const [type, grams] of types) {
      for (const gram of grams) {
        const key = `${gram}\0${block}\0${type}`;
        masks.set(key, (masks.get(key) ?? 0n) | bit);
      }
    }
  }
  return [...masks]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, mask]) => {
      const [gram, block, type] = key.split('\0');
      // A signed 64-bit number in decimal text, as SQL reads it.
      return { gram, block: Number(block), type, slots: BigInt.asIntN(64, mask).toString() };
    });
}
