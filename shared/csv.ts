/** One record of CSV (RFC 4180) with its line end. */
export function csvRecord(values: readonly unknown[]): string {
  return `${values.map((value) => quoted(String(value))).join(',')}\r\n`;
}

function quoted(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/**
 * A text as the cell of a file that people open in a spreadsheet: with an apostrophe before what would begin a formula, which could send
 * what is in other cells elsewhere. A supplier's list can bring such texts. `textOfCell` takes the apostrophe away.
 */
export function cellOf(text: string): string {
  return /^'*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
}

export function textOfCell(cell: string): string {
  return /^'+[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
