/** The records of CSV as programs and people write it: RFC 4180, and a quote where none may stand is a letter. */

export interface CsvRecord {
  line: number;
  /** Null where a quote is opened and never closed. */
  cells: string[] | null;
}

interface Options {
  separator: string;
  /** How many a record has; 0 before the first one. */
  columns: () => number;
  /** Of a line, in characters. */
  maxLength: number;
}

/** One cell with line breaks: in lines, and in characters. */
const MAX_CELL_LINES = 1_000;
const MAX_CELL_CHARACTERS = 64 * 1024;

export class LongLine extends Error {
  readonly line: number;
  constructor(line: number) {
    super('a line is too long');
    this.line = line;
  }
}

/** @throws {LongLine} */
export async function* csvRecords(
  chunks: AsyncIterable<string>,
  { separator, columns, maxLength }: Options,
): AsyncGenerator<CsvRecord> {
  const cellEnds = new RegExp(`" *(?:\\${separator}|$)`);
  let lines = [''];
  let above = 1;

  /** What the quote closes that is open behind line `at`. Null: no line does; undefined: one that comes later may. */
  function longRecord(at: number, end: number, isLast: boolean) {
    let text = lines[at] ?? '';
    for (let next = at + 1; next - at < MAX_CELL_LINES && text.length < MAX_CELL_CHARACTERS; next += 1) {
      if (next >= end) return isLast ? null : undefined;
      text += `\n${lines[next]}`;
      const cells = cellEnds.test(lines[next] ?? '') ? cellsOf(text, separator) : null;
      if (cells) return columns() === 0 || hasCells(cells, columns()) ? { cells, count: next - at + 1 } : null;
    }
    return null;
  }

  function* complete(isLast: boolean): Generator<CsvRecord> {
    const end = isLast ? lines.length : lines.length - 1;
    let at = 0;
    while (at < end) {
      const text = lines[at] ?? '';
      const alone = cellsOf(text, separator);
      const long = alone ? { cells: alone, count: 1 } : longRecord(at, end, isLast);
      if (long === undefined) break;
      const literal = long ? null : cellsOf(text, separator, true);
      const isOne = literal !== null && hasCells(literal, columns());
      yield { line: above + at, cells: long?.cells ?? (isOne ? literal : null) };
      at += long?.count ?? 1;
    }
    above += at;
    lines = lines.slice(at);
  }

  for await (const chunk of chunks) {
    const [head = '', ...more] = chunk.split('\n');
    lines.push((lines.pop() ?? '') + head, ...more);
    yield* complete(false);
    if ((lines.at(-1)?.length ?? 0) > maxLength) throw new LongLine(above + lines.length - 1);
  }
  yield* complete(true);
}

/** Office programs write empty cells behind the last column. */
function hasCells(cells: readonly string[], count: number): boolean {
  return cells.length >= count && cells.slice(count).every((cell) => cell.trim() === '');
}

/** Null when a quote is open at the end; with `literally` such a quote is a letter. */
function cellsOf(text: string, separator: string, literally = false): string[] | null {
  if (!text.includes('"')) return text.split(separator);
  const cells: string[] = [];
  for (let at = 0; at <= text.length;) {
    const quote = text[at] === '"' ? closingQuote(text, at, separator) : null;
    if (quote === null && text[at] === '"' && !literally) return null;
    const found = text.indexOf(separator, quote ?? at);
    const end = found === -1 ? text.length : found;
    cells.push(quote === null ? text.slice(at, end) : text.slice(at + 1, quote).replaceAll('""', '"'));
    at = end + 1;
  }
  return cells;
}

/** The quote that ends a cell stands before a separator or at the end; two in a row are one letter of it. */
function closingQuote(text: string, open: number, separator: string): number | null {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') {
      at += 1;
      continue;
    }
    let behind = at + 1;
    while (text[behind] === ' ') behind += 1;
    if (behind >= text.length || text[behind] === separator) return at;
  }
  return null;
}
