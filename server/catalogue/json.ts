import { setImmediate } from 'node:timers/promises';
import { MAX_FAULTS, MAX_ROW_CHARACTERS, TOO_MANY_FAULTS, createCatalogueReader } from '../../domain/catalogue-file.ts';
import { unreadable } from './csv.ts';
import type { ReadCatalogue } from './csv.ts';

/** Items that are read at once, which takes a few ms. */
const BATCH_ITEMS = 100;

/** With pauses for other requests. Faults' lines are positions in the list, from 1. Throws only what `onProgress` (0 to 1) throws. */
export async function readCatalogueJson(
  bytes: Uint8Array,
  onProgress: (part: number) => void = () => {},
): Promise<ReadCatalogue> {
  const reader = createCatalogueReader();
  let item = 1;
  try {
    const text = textOf(bytes);
    if (text === null) return unreadable({ line: 1, reasons: ['the file is not UTF-8 text: save it in UTF-8'] });
    const start = text.search(/\S/);
    if (text[start] !== '[') {
      JSON.parse(text);
      return unreadable({ line: 1, reasons: ['the file must hold a JSON list of products, [{…}, {…}]'] });
    }
    for (const { value, end } of itemsOf(text, start)) {
      if (reader.faults.length >= MAX_FAULTS) {
        reader.faults.push({ line: item, reasons: [TOO_MANY_FAULTS] });
        break;
      }
      reader.read(item, value);
      item += 1;
      if (item % BATCH_ITEMS !== 0) continue;
      onProgress(end / text.length);
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const where = item > 1 ? `item ${item}: ` : '';
    return unreadable({ line: 1, reasons: [`the file is not JSON: ${where}${error.message}`] });
  }
  return { ...reader, readable: true };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Parsed one by one: parsing all at once would block other requests. @throws {SyntaxError} when the text is not JSON. */
function* itemsOf(text: string, open: number): Generator<{ value: unknown; end: number }> {
  let depth = 0;
  let start = open + 1;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = closingQuote(text, at);
    else if (sign === '{' || sign === '[') depth += 1;
    else if (depth > 0) depth -= sign === '}' || sign === ']' ? 1 : 0;
    else if (sign === ',') {
      yield { value: parseItem(text.slice(start, at)), end: at };
      start = at + 1;
    } else if (sign === ']') {
      const last = text.slice(start, at);
      if (start > open + 1 || last.trim() !== '') yield { value: parseItem(last), end: at };
      if (text.slice(at + 1).trim() !== '') throw new SyntaxError('there is something after the list');
      return;
    }
  }
  throw new SyntaxError('the list is not closed');
}

function parseItem(text: string): unknown {
  if (text.length > MAX_ROW_CHARACTERS) throw new SyntaxError('it is too long');
  return JSON.parse(text);
}

function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  throw new SyntaxError('a quote is opened and never closed');
}
