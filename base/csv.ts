/** Before the first record it tells Excel that the file is UTF-8. */
export const CSV_MARK = '\uFEFF';

/** One record of CSV (RFC 4180) with its line end. */
export function csvRecord(values: readonly unknown[]): string {
  return `${values.map((value) => quoted(String(value))).join(',')}\r\n`;
}

function quoted(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** No formula for a spreadsheet, which could send other cells elsewhere; a supplier's list can bring one. `textOfCell` undoes it. */
export function cellOf(text: string): string {
  return /^'*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** The sign that stands between the cells of a file: the one that its header has most often. */
export function separatorOf(text: string): string {
  const [header = ''] = /\S.*/.exec(text) ?? [];
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length);
  return most;
}

export function textOfCell(cell: string): string {
  return /^'+[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
