/** How long suggestions take for what people type, letter by letter, and with wrong letters. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Catalogue, createCatalogue } from '../server/catalogue/catalogue.ts';
import { openDatabase } from '../server/db/connect.ts';
import { fillCatalogue } from './big-shops.ts';
import { quantile } from './report.ts';

/**
 * Typed letter by letter: names, words within names, Bangla, aliases, wrong letters, several words, what does not
 * exist.
 */
const TYPED = [
  'miniket rice',
  'rice',
  'fresh milk bread',
  'turmeric',
  'মাছ',
  'চাল',
  'achar',
  'pauruti',
  'elish',
  'turmerik',
  'himsagor',
  'bisciut',
  'rice teer',
  'oil radhuni',
  'no such thing',
  'qqq',
];
/** Every text is asked for so often; the first time is the warm-up. */
const ROUNDS = 4;

export interface SuggestionTimes {
  requests: number;
  p50: number;
  p95: number;
  max: number;
}

/** The times of all keystrokes, in ms. */
export async function timeSuggestions(catalogue: Catalogue): Promise<SuggestionTimes> {
  const texts = TYPED.flatMap((text) =>
    Array.from(text, (_, at) => text.slice(0, at + 1)).filter((typed) => typed.trim()),
  );
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of texts) {
      const started = performance.now();
      await catalogue.suggest(text);
      if (round > 0) times.push(performance.now() - started);
    }
  }
  return { requests: times.length, p50: quantile(times, 0.5), p95: quantile(times, 0.95), max: Math.max(...times) };
}

/** The same in a shop with so many products and a server of its own. */
export async function timeOwnSuggestions(
  products: number,
  show: (label: string, done: number, total: number) => void,
): Promise<SuggestionTimes> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sodai-suggestions-'));
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    const catalogue = createCatalogue(database);
    await fillCatalogue(catalogue, { name: 'own server', products }, show);
    return await timeSuggestions(catalogue);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
