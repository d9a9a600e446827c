/** Lists that come page by page: a table for people, JSON for scripts. */
import { type Call, textOf, unreadable, UsageError } from './command.ts';
import { type Column, createTableFormatter } from './output.ts';

export interface Page<Row> {
  rows: readonly Row[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export const LIMIT_OPTION = { '--limit <N>': 'only the first N, and whether there are more' };

interface Listing<Row> {
  columns: readonly Column<Row>[];
  jsonOf: (row: Row) => unknown;
  onRow?: (row: Row) => void;
  emptyText: string;
  footer: (written: { count: number; more: boolean }) => string;
}

export async function* pagesOf<Row>(fetch: (after: string | null) => Promise<Page<Row>>): AsyncGenerator<Page<Row>> {
  let after: string | null = null;
  do {
    const page: Page<Row> = await fetch(after);
    if (!Array.isArray(page.rows)) throw unreadable('SHOP_URL');
    yield page;
    after = page.next;
  } while (after !== null);
}

/** Prints a listing page by page: a table for people, one JSON array for scripts. */
export async function writeListing<Row>(
  call: Call,
  pages: AsyncIterable<Page<Row>>,
  { columns, jsonOf, onRow, emptyText, footer }: Listing<Row>,
): Promise<void> {
  const { stdout } = call.terminal;
  const limit = limitOf(call);
  const lines = createTableFormatter(columns);
  const tally = { count: 0, more: false };
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
  else stdout.write(tally.count === 0 ? `${emptyText}\n` : `\n${footer(tally)}\n`);
}

function limitOf(call: Call): number {
  const given = textOf(call, 'limit');
  if (given === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new UsageError(`--limit must be a whole number from 1, not ${given}`);
  return Number(given);
}

function jsonLines(items: readonly unknown[], isFirst: boolean): string {
  return items
    .map((item, at) => {
      const text = JSON.stringify(item, null, 2).replaceAll('\n', '\n  ');
      return `${isFirst && at === 0 ? '[' : ','}\n  ${text}`;
    })
    .join('');
}
