/** Tables for people: aligned columns, also of Bangla text. */

/** A column: its heading and what it shows of a row. */
export interface Column<Row> {
  heading: string;
  of: (row: Row) => string | number;
  /** Whether its cells stand on the right, as numbers always do. */
  right?: boolean;
  /** Cells are cut to so many characters of width. */
  most?: number;
}

/** Nothing of these moves the cursor: marks that join the letter before, joiners, variation selectors. */
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** These take two places: Chinese, Japanese, Korean, and pictures. */
const DOUBLE_WIDTH =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/u;

/** How many places a text takes on a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  if (NO_WIDTH.test(character)) return 0;
  return DOUBLE_WIDTH.test(character) ? 2 : 1;
}

/** A text that does nothing to a terminal but show: no escapes, line ends or changes of direction. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}

/** The lines of a table. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return startTable(columns)(rows);
}

/**
 * A table that comes in pieces: the lines of each. The headings stand above the first; a column keeps its width until a
 * later piece needs more.
 */
export function startTable<Row>(columns: readonly Column<Row>[]): (rows: readonly Row[]) => string {
  const headings = columns.map(({ heading }) => heading);
  let widths = headings.map(textWidth);
  let right: boolean[] | null = null;
  return (rows) => {
    const cells = rows.map((row) => columns.map(({ of, most }) => cut(harmless(String(of(row))), most)));
    const isFirst = right === null;
    const sides = (right ??= columns.map(({ of, right }) => right ?? rows.some((row) => typeof of(row) === 'number')));
    widths = widths.map((width, at) => cells.reduce((most, row) => Math.max(most, textWidth(row[at] ?? '')), width));
    const line = (row: readonly string[]): string =>
      row
        .map((cell, at) => {
          const space = ' '.repeat((widths[at] ?? 0) - textWidth(cell));
          return sides[at] ? space + cell : cell + space;
        })
        .join('  ')
        .trimEnd();
    const head = isFirst ? [headings, widths.map((width) => '─'.repeat(width))] : [];
    return [...head, ...cells].map((row) => `${line(row)}\n`).join('');
  };
}

/** The beginning of a text that is too wide, marked as such. */
function cut(text: string, most = Number.POSITIVE_INFINITY): string {
  if (textWidth(text) <= most) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += textWidth(segment);
    if (width >= most) break;
    kept += segment;
  }
  return `${kept}…`;
}
