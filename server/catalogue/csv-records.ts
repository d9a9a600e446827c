/** The records of CSV as programs and people write it: RFC 4180, and a quote where none may stand is a letter. */

interface CsvRecord {
  line: number;
  /** Null where a quote is opened and never closed. */
  cells: string[] | null;
}

/** Of a line; and of one cell with line breaks. Reading longer ones would block other requests. */
const MAX_CHARACTERS = 1024 * 1024;
const MAX_CELL_CHARACTERS = 64 * 1024;
const MAX_CELL_LINES = 1_000;

/** `columns`: how many a record has; 0 before the first one. Behind a line that is far too long nothing is read. */
export async function* csvRecords(
  chunks: AsyncIterable<string>,
  separator: string,
  columns: () => number,
): AsyncGenerator<CsvRecord> {
  const end = `(?:\\${separator}|$)`;
  const quoted = `"([^"]*(?:(?:""|"(?!"| *${end}))[^"]*)*)" *(?=${end})`;
  const cell = new RegExp(`\\${separator}(?:${quoted}|([^\\${separator}]*))`, 'g');
  let lines = [''];
  let above = 1;

  function read(text: string): { cells: string[]; isOpen: boolean } {
    if (!text.includes('"')) return { cells: text.split(separator), isOpen: false };
    const found = [...(separator + text).matchAll(cell)];
    const cells = found.map(([, inner, plain = '']) => inner?.replaceAll('""', '"') ?? plain);
    return { cells, isOpen: found.some(([, , plain]) => plain?.startsWith('"')) };
  }

  /** Office programs write empty cells behind the last column. */
  const fits = (cells: readonly string[]): boolean =>
    cells.length >= columns() && cells.slice(columns()).every((text) => text.trim() === '');

  /** A cell that is open at the end of a line goes on in the next ones, if that makes a record. Null: more must come. */
  function recordAt(at: number, isLast: boolean): { cells: string[] | null; count: number } | null {
    let text = lines[at] ?? '';
    const alone = read(text);
    if (!alone.isOpen) return { cells: alone.cells, count: 1 };
    for (let count = 2; count <= MAX_CELL_LINES && text.length < MAX_CELL_CHARACTERS; count += 1) {
      const next = lines[at + count - 1];
      if (next === undefined) break;
      if (at + count === lines.length && !isLast) return null;
      text += `\n${next}`;
      const { cells, isOpen } = next.includes('"') ? read(text) : { cells: [], isOpen: true };
      if (!isOpen && (columns() === 0 || fits(cells))) return { cells, count };
      if (!isOpen) break;
    }
    return { cells: columns() > 0 && fits(alone.cells) ? alone.cells : null, count: 1 };
  }

  function* complete(isLast: boolean): Generator<CsvRecord> {
    let at = 0;
    while (at < lines.length - (isLast ? 0 : 1)) {
      const record = recordAt(at, isLast);
      if (!record) break;
      yield { line: above + at, cells: record.cells };
      at += record.count;
    }
    above += at;
    lines = lines.slice(at);
  }

  for await (const chunk of chunks) {
    const [head = '', ...more] = chunk.split('\n');
    lines.push((lines.pop() ?? '') + head, ...more);
    yield* complete(false);
    if ((lines.at(-1)?.length ?? 0) > MAX_CHARACTERS)
      return void (yield { line: above + lines.length - 1, cells: null });
  }
  yield* complete(true);
}
