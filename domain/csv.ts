/** One record of CSV (RFC 4180) with its line end. */
export function csvRecord(values: readonly unknown[]): string {
  return `${values.map((value) => quoted(String(value))).join(',')}\r\n`;
}

function quoted(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
