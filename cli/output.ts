/** What commands print: tables, a progress bar, amounts and times. A list of many pages: listing.ts. */
import stringWidth from 'string-width';
import { inDhaka } from '../base/dates.ts';
import type { Environment } from '../server/environment.ts';

export type Progress = ReturnType<typeof createProgress>;

const BAR_WIDTH = 24;

/** The minimum time between two redraws, in ms. */
const REDRAW_MS = 80;

export function createProgress(output: Output) {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    show(label: string, done: number, total: number): void {
      const now = performance.now();
      if (!output.isTTY || total === 0 || (done < total && now - drawnAt < REDRAW_MS)) return;
      drawnAt = now;
      shown = true;
      const full = Math.round((BAR_WIDTH * done) / total);
      const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
      output.write(`\r\u001B[K${label} ${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`);
    },
    clear(): void {
      if (shown) output.write('\r\u001B[K');
      shown = false;
    },
  };
}

/** The process's own, or a test's. */
export interface Output {
  write(text: string): void;
  readonly isTTY?: boolean | undefined;
}

export interface Terminal {
  stdout: Output;
  stderr: Output;
  environment: Environment;
  directory: string;
}

export interface Column<Row> {
  heading: string;
  value: (row: Row) => string | number;
  /** Numbers always are aligned on the right. */
  right?: boolean;
  maxWidth?: number;
}

/** A text without control over the terminal: escapes, line ends and direction marks are replaced. */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}

export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  return createTableFormatter(columns)(rows);
}

/** Formats a table part by part. Only the first has headings; columns get wider when a later part needs it. */
export function createTableFormatter<Row>(columns: readonly Column<Row>[]): (rows: readonly Row[]) => string {
  const headings = columns.map(({ heading }) => heading);
  let widths = headings.map((heading) => stringWidth(heading));
  let right: boolean[] | null = null;
  return (rows) => {
    const cells = rows.map((row) =>
      columns.map(({ value, maxWidth }) => cut(withoutControls(String(value(row))), maxWidth)),
    );
    const isFirst = right === null;
    const rightAligned = (right ??= columns.map(
      ({ value, right }) => right ?? rows.some((row) => typeof value(row) === 'number'),
    ));
    widths = widths.map((width, at) => cells.reduce((max, row) => Math.max(max, stringWidth(row[at] ?? '')), width));
    const line = (row: readonly string[]): string =>
      row
        .map((cell, at) => {
          const space = ' '.repeat((widths[at] ?? 0) - stringWidth(cell));
          return rightAligned[at] ? space + cell : cell + space;
        })
        .join('  ')
        .trimEnd();
    const head = isFirst ? [headings, widths.map((width) => '─'.repeat(width))] : [];
    return [...head, ...cells].map((row) => `${line(row)}\n`).join('');
  };
}

function cut(text: string, maxWidth = Number.POSITIVE_INFINITY): string {
  if (stringWidth(text) <= maxWidth) return text;
  let shown = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += stringWidth(segment);
    if (width >= maxWidth) break;
    shown += segment;
  }
  return `${shown}…`;
}

const TK_AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** '1 product', '2 products'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** 1234.5 → '1,234.5'. */
export function formatTk(tk: number): string {
  return TK_AMOUNT.format(tk);
}

/** '2026-11-21 18:05' in Bangladesh's time zone, of a time as JSON has it. */
export function formatTime(moment: string): string {
  return inDhaka(new Date(moment)).toISOString().slice(0, 16).replace('T', ' ');
}

const SECONDS_BY_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** The seconds of '30d', '12h', '0'; null for other texts. A number alone counts days. */
export function parseDuration(text: string): number | null {
  const [, count, unit = 'd'] = /^(\d{1,6})([smhdw])?$/.exec(text.trim()) ?? [];
  return count === undefined ? null : Number(count) * (SECONDS_BY_UNIT[unit] ?? 0);
}
