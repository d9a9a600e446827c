/** Lists of any length, written as the shop hands them out, page by page. */
import { textOf } from './command.ts';
import type { Call, Option } from './command.ts';
import { UsageError } from './failure.ts';
import { startTable } from './table.ts';
import type { Column } from './table.ts';

/** One page of the shop's answer. */
export interface Page<Row> {
  rows: readonly Row[];
  /** What the next page is asked for with; null on the last one. */
  next: string | null;
}

/** The option of every listing that may be long. */
export const LIMIT: Readonly<Record<'limit', Option>> = {
  limit: { value: 'N', help: 'only the first N, and whether there are more' },
};

export interface Listing<Row> {
  columns: readonly Column<Row>[];
  /** A row as scripts get it. */
  jsonOf: (row: Row) => unknown;
  /** Called for each row that is written. */
  onRow?: (row: Row) => void;
  /** The line instead of a table without rows. */
  none: string;
  /** The line below a table. */
  sum: (written: Tally) => string;
}

/** What was written. */
export interface Tally {
  count: number;
  /** Whether `--limit` left some out. */
  more: boolean;
}

/** All pages that `fetch` hands out from the first on. */
export async function* pagesOf<Row>(fetch: (after: string | null) => Promise<Page<Row>>): AsyncGenerator<Page<Row>> {
  let after: string | null = null;
  do {
    const page: Page<Row> = await fetch(after);
    yield page;
    after = page.next;
  } while (after !== null);
}

/** Writes a listing as it comes: a table for people, one JSON array for scripts. */
export async function writeListing<Row>(
  call: Call,
  pages: AsyncIterable<Page<Row>>,
  { columns, jsonOf, onRow, none, sum }: Listing<Row>,
): Promise<void> {
  const { stdout } = call.terminal;
  const limit = limitOf(call);
  const lines = startTable(columns);
  const tally: Tally = { count: 0, more: false };
  for await (const { rows, next } of pages) {
    const shown = rows.slice(0, limit - tally.count);
    tally.more = shown.length < rows.length || (next !== null && tally.count + shown.length >= limit);
    if (call.json) stdout.write(jsonLines(shown.map(jsonOf), tally.count === 0));
    else if (shown.length > 0) stdout.write(lines(shown));
    tally.count += shown.length;
    if (onRow) shown.forEach(onRow);
    if (tally.more) break;
  }
  if (call.json) stdout.write(tally.count === 0 ? '[]\n' : '\n]\n');
  else stdout.write(tally.count === 0 ? `${none}\n` : `\n${sum(tally)}\n`);
}

function limitOf(call: Call): number {
  const given = textOf(call, 'limit');
  if (given === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new UsageError(`--limit must be a whole number from 1, not ${given}`);
  return Number(given);
}

/** Items of an array as `JSON.stringify` would indent them. */
function jsonLines(items: readonly unknown[], isFirst: boolean): string {
  return items
    .map((item, at) => {
      const text = JSON.stringify(item, null, 2).replaceAll('\n', '\n  ');
      return `${isFirst && at === 0 ? '[' : ','}\n  ${text}`;
    })
    .join('');
}
