/** A request's whole body; null when it is larger than `limit` bytes. Never holds more than that in memory. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length')) > limit) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The same bytes in pieces of `least` bytes and more, the last one as it comes. `cut`: where a chunk may end a piece.
 */
export async function* gathered(
  chunks: AsyncIterable<Uint8Array>,
  least: number,
  cut = (chunk: Uint8Array): number => chunk.byteLength,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.byteLength;
    const end = cut(chunk);
    if (size < least || end === 0) continue;
    const rest = chunk.subarray(end);
    const all = Buffer.concat(waiting);
    yield new Uint8Array(all.buffer, all.byteOffset, all.byteLength - rest.byteLength);
    waiting = [rest];
    size = rest.byteLength;
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(waiting));
}

/** Reading the whole line would fill the memory. */
export class LineTooLong extends Error {}

/** The non-empty lines. Node's readline also splits at U+2028, which JSON strings may have. @throws {LineTooLong} */
export async function* linesOf(chunks: AsyncIterable<string>, maxLength = Number.POSITIVE_INFINITY) {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLength) throw new LineTooLong();
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

/** The bytes of a file as UTF-8, without what programs around it have written. */
export function fileText(given: Uint8Array): Uint8Array {
  // Excel's “Unicode text”, and what PowerShell writes with `>`, are UTF-16 with its mark.
  const mark = Buffer.from(given.subarray(0, 2)).toString('hex');
  const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' }[mark];
  const bytes = utf16 === undefined ? given : Buffer.from(new TextDecoder(utf16).decode(given));
  // npm prints lines of its own before an export. Their line ends stay, so that later lines keep their numbers.
  const [printed] = /^\r?\n?(?:> .*\r?\n)+/.exec(Buffer.from(bytes.subarray(0, 4_000)).toString('latin1')) ?? [];
  if (printed === undefined) return bytes;
  return Buffer.concat([Buffer.from(printed.replace(/[^\n]/g, '')), bytes.subarray(printed.length)]);
}
