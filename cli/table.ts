import stringWidth from 'string-width';

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

export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return createTableFormatter(columns)(rows);
}

/** Formats a table in parts: headings stand above the first, and a column keeps its width until a later part needs more. */
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
