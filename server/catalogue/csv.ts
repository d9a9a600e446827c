/** The catalogue file as CSV (product §3): UTF-8 with or without a BOM, RFC 4180 with `,` `;` or tabs, any line ends. */
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { MAX_ROW_CHARACTERS, columnFaults } from '../../domain/catalogue/catalogue-file.ts';
import type { FileRow, RowFault } from '../../domain/catalogue/catalogue-file.ts';
import { separatorOf, textOfCell } from '../../base/csv.ts';

/** Bytes that are parsed at once: some 150 rows, which takes a few ms. */
const CHUNK_BYTES = 16 * 1024;

class Unreadable extends Error {
  readonly fault: RowFault;
  constructor(fault: RowFault) {
    super(fault.reasons.join('; '));
    this.fault = fault;
  }
}

class TooLong extends Error {}

const TOO_LONG = 'the row is too long: perhaps a quote is opened and never closed';

/** Pauses for other requests. Returns why it is no catalogue file, if so. Throws only what `read` and `onProgress` (0 to 1) throw. */
export async function readCsv(
  bytes: Uint8Array,
  read: (row: FileRow) => void,
  onProgress: (part: number) => void,
): Promise<RowFault | null> {
  let columns = null as string[] | null;
  let end = 0;
  /** Characters since then. */
  let open = 0;
  const parser = parse({
    delimiter: separatorOf(new TextDecoder().decode(bytes.subarray(0, CHUNK_BYTES))),
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (values: string[], info) => {
      const breaks = values.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
      end = info.lines;
      open = 0;
      const line = end - breaks;
      // Office programs write empty cells behind the last column, and empty rows below the last product.
      const least = columns?.length ?? 0;
      while (values.length > least && values.at(-1)?.trim() === '') values.pop();
      if (values.every((value) => value.trim() === '')) return null;
      if (columns === null) {
        columns = values.map((column) =>
          column
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_'),
        );
        const reasons = columnFaults(columns);
        if (reasons.length > 0) throw new Unreadable({ line, reasons });
      } else if (values.length === columns.length) {
        read({ line, value: Object.fromEntries(columns.map((name, at) => [name, textOfCell(values[at] ?? '')])) });
      } else {
        read({ line, reasons: [`the row has ${values.length} values for ${columns.length} columns`] });
      }
      return null;
    },
  });
  async function* text(): AsyncGenerator<string> {
    for await (const chunk of textOf(bytes, onProgress)) {
      open += chunk.length;
      if (open > MAX_ROW_CHARACTERS) throw new TooLong();
      yield chunk;
    }
  }
  try {
    await pipeline(text, parser);
  } catch (error) {
    if (error instanceof Unreadable) return error.fault;
    if (!(error instanceof CsvError || error instanceof TooLong)) throw error;
    const broken = error instanceof TooLong ? { line: end + 1, reasons: [TOO_LONG] } : quotingFault(error, end);
    if (columns === null) return broken;
    read(broken);
  }
  return columns === null ? { line: 1, reasons: ['the file is empty'] } : null;
}

/** No field may contain a line break in the end, so one kind of line ends is enough. */
async function* textOf(bytes: Uint8Array, onProgress: (part: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const text = rest + decode(decoder, bytes.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES < bytes.length);
    // The other half of a line end may come next.
    rest = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n');
    onProgress(at / bytes.length);
    await setImmediate();
  }
  if (rest !== '') yield '\n';
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  let text = '\0';
  try {
    text = decoder.decode(bytes, { stream });
  } catch {
    // Reported below.
  }
  if (!text.includes('\0')) return text;
  throw new Unreadable({ line: 1, reasons: ['the file is not UTF-8 text: save it as CSV in UTF-8'] });
}

function quotingFault(error: CsvError, end: number): RowFault {
  const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const line = !unclosed && 'lines' in error && typeof error.lines === 'number' ? error.lines : end + 1;
  const reason = unclosed
    ? 'a quote is opened and never closed'
    : 'a quote stands where none may be; double it inside quotes';
  return { line, reasons: [reason] };
}
