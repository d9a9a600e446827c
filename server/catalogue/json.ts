import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { type FileRow, MAX_ROW_CHARACTERS, type RowFault } from '../../domain/catalogue/catalogue-file.ts';

/** Characters that are read at once, or one item, which takes a few ms. */
const BATCH_CHARACTERS = 16 * 1024;

/** As `readCsv` does; lines are positions in the list, from 1. */
export async function readJson(
  bytes: Uint8Array,
  read: (row: FileRow) => void,
  onProgress: (part: number) => void,
): Promise<RowFault | null> {
  let item = 1;
  let paused = 0;
  try {
    if (!isUtf8(bytes)) return { line: 1, reasons: ['the file is not UTF-8 text: save it in UTF-8'] };
    const text = new TextDecoder().decode(bytes);
    const start = text.search(/\S/);
    if (text[start] !== '[') {
      // Only to tell what is wrong; a long one would block other requests.
      if (text.length <= MAX_ROW_CHARACTERS) JSON.parse(text);
      return { line: 1, reasons: ['the file must hold a JSON list of products, [{…}, {…}]'] };
    }
    for (const { value, end } of itemsOf(text, start)) {
      read({ line: item, value });
      item += 1;
      if (end - paused < BATCH_CHARACTERS) continue;
      onProgress((paused = end) / text.length);
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const where = item > 1 ? `item ${item}: ` : '';
    return { line: 1, reasons: [`the file is not JSON: ${where}${error.message}`] };
  }
  return null;
}

/** Parsed one by one: parsing all at once would block other requests. @throws {SyntaxError} when the text is not JSON. */
function* itemsOf(text: string, open: number): Generator<{ value: unknown; end: number }> {
  let depth = 0;
  let start = open + 1;
  for (let at = start; at < text.length; at += 1) {
    if (at - start > MAX_ROW_CHARACTERS) throw new SyntaxError('it is too long');
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
