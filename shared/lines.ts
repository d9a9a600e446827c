/** Splits a stream of text into lines: for the rows of an import, and for answers of the operator's API. */

/** A line is longer than the limit. Reading it completely would fill the memory. */
export class LineTooLong extends Error {}

/**
 * The non-empty lines of a text that arrives in chunks. Node's readline cannot be used, because it also splits lines at
 * U+2028, which is allowed in JSON strings.
 * @throws {LineTooLong} when more than `maxLength` characters have arrived without a line end.
 */
export async function* linesOf(
  chunks: AsyncIterable<string>,
  maxLength = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLength) throw new LineTooLong();
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}
