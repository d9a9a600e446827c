/** Reading the whole line would fill the memory. */
export class LineTooLong extends Error {}

/** The non-empty lines. Node's readline also splits at U+2028, which JSON strings may have. @throws {LineTooLong} */
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
