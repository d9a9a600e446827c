/** Lines out of a stream of text: rows of an import on their way in, answers of the operator's API on their way out. */

/** A line that goes on beyond the limit: reading it to its end would fill the memory. */
export class LineTooLong extends Error {}

/**
 * The lines of a text that arrives in pieces, without the empty ones. Not Node's readline: that also breaks lines at U+2028, which
 * stands unescaped in JSON.
 * @throws {LineTooLong} when more than `longest` characters have come and the line has no end yet.
 */
export async function* linesOf(
  pieces: AsyncIterable<string>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw new LineTooLong();
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}
