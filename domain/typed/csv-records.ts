/** The records of CSV as programs and people write it: RFC 4180, and a quote where none may stand is a letter. */
import { separatorOf } from '../../base/csv.ts';
import { isBlank } from './text.ts';

interface CsvRecord {
  /** Its first and its last line, from 1. */
  line: number;
  lastLine: number;
  /** Without what is empty behind the last column; [] when all is. Null where a quote is opened and never closed. */
  cells: string[] | null;
  /** Where the next one begins in the text. */
  end: number;
}

/** Of a line; and of one cell with line breaks. Reading longer ones would block other requests. */
const MAX_CHARACTERS = 1024 * 1024;
const MAX_CELL_CHARACTERS = 64 * 1024;
const MAX_CELL_LINES = 1_000;

/** The first line that is not empty says how many columns there are. Behind a line that is far too long nothing is read. */
export function* csvRecords(text: string): Generator<CsvRecord> {
  const separator = separatorOf(text.slice(0, MAX_CELL_CHARACTERS));
  const after = `(?:\\${separator}|$)`;
  const quoted = `"([^"]*(?:(?:""|"(?!"| *${after}))[^"]*)*)" *(?=${after})`;
  const cell = new RegExp(`\\${separator}(?:${quoted}|([^\\${separator}]*))`, 'g');
  const lineEnd = /\r\n?|\n|$/g;
  let columns = 0;

  function lineAt(start: number): { text: string; end: number } {
    lineEnd.lastIndex = start;
    const { index, 0: sign } = lineEnd.exec(text) ?? { index: text.length, 0: '' };
    return { text: text.slice(start, index), end: index + sign.length };
  }

  function read(row: string): { cells: string[]; isOpen: boolean } {
    if (!row.includes('"')) return { cells: row.split(separator), isOpen: false };
    const found = [...(separator + row).matchAll(cell)];
    const cells = found.map(([, inner, plain = '']) => inner?.replaceAll('""', '"') ?? plain);
    return { cells, isOpen: found.some(([, , plain]) => plain?.startsWith('"')) };
  }

  /** Office programs write empty cells behind the last column, and empty rows below the last one. */
  function filled(cells: string[]): string[] {
    const last = cells.findLastIndex((one) => !isBlank(one));
    return last === -1 ? [] : cells.slice(0, Math.max(last + 1, columns));
  }

  const fits = (cells: string[]): boolean => cells.length >= columns && filled(cells).length <= columns;

  /** A cell that is open at the end of a line goes on in the next ones, if that makes a record. */
  function recordAt(start: number): { cells: string[] | null; lines: number; end: number } {
    const first = lineAt(start);
    if (first.text.length > MAX_CHARACTERS) return { cells: null, lines: 1, end: text.length };
    const alone = read(first.text);
    if (!alone.isOpen) return { cells: alone.cells, lines: 1, end: first.end };
    let row = first.text;
    for (let { end } = first, lines = 2; end < text.length && lines <= MAX_CELL_LINES; lines += 1) {
      const next = lineAt(end);
      if (row.length + next.text.length > MAX_CHARACTERS || row.length >= MAX_CELL_CHARACTERS) break;
      row += `\n${next.text}`;
      end = next.end;
      const { cells, isOpen } = next.text.includes('"') ? read(row) : { cells: [], isOpen: true };
      if (!isOpen && (columns === 0 || fits(cells))) return { cells, lines, end };
      if (!isOpen) break;
    }
    return { cells: columns > 0 && fits(alone.cells) ? alone.cells : null, lines: 1, end: first.end };
  }

  for (let at = 0, line = 1; at < text.length;) {
    const { cells: found, lines, end } = recordAt(at);
    const isHint = columns === 0 && /^sep=/i.test(found?.[0] ?? '');
    const cells = isHint ? [] : found && filled(found);
    columns ||= cells?.length ?? 0;
    yield { line, lastLine: line + lines - 1, cells, end };
    at = end;
    line += lines;
  }
}
