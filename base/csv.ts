/** Before the first record it tells Excel that the file is UTF-8. */
export const CSV_MARK = '\uFEFF';

/** One record of CSV (RFC 4180) with its line end. */
export function csvRecord(values: readonly unknown[]): string {
  const cells = values.map(String);
  const quoted = cells.map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}

/**
 * Keeps a spreadsheet from taking a text for a formula, which could send data elsewhere, and a phone number for a number,
 * which would lose its zero. One may split the file at other signs than ours, also within quotes. `textOfCell` undoes it.
 */
export function cellOf(text: string): string {
  return text.replace(/(^|[,;\t\r\n])(?='*[=+\-@＝＋－＠])|^(?='*0\d+$)/g, "$1'");
}

/** What each column has of a row, by its name. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null | undefined>>;

/** The records of a file for spreadsheets. */
export async function* csvOf<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row> | Iterable<Row>) {
  yield CSV_MARK + csvRecord(Object.keys(columns));
  for await (const row of rows) yield csvRecord(Object.values(columns).map((of) => cellOf(String(of(row) ?? ''))));
}

/** The sign that stands between the cells of a file: what its first line `sep=;` says, or what its header has most often. */
export function separatorOf(text: string): string {
  const [header = ''] = /\S.*/.exec(text) ?? [];
  const [, said] = /^"?sep=([^"\s\w]|\t)/i.exec(header) ?? [];
  if (said !== undefined) return said;
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length);
  return most;
}

/** 'Name Bn' in the header of a file means `name_bn`. */
export function columnNameOf(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

export function textOfCell(cell: string): string {
  return cell.includes("'") ? cell.replace(/(^|[,;\t\r\n])'(?='*[=+\-@＝＋－＠])|^'(?='*0\d+$)/g, '$1') : cell;
}

/** What people write for yes and no, as the shop writes it. */
export function yesOrNoNamed(text: string): string {
  if (/^(?:yes|y|true|1|হ্যাঁ|হ্যা)$/i.test(text)) return 'yes';
  return /^(?:no|n|false|0|না)$/i.test(text) ? 'no' : text;
}
