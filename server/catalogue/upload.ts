/**
 * What is sent to be imported: a catalogue file, a ZIP, or rows that the command line has read, one `FileRow` as JSON
 * on each line.
 */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { TextDecoderStream } from 'node:stream/web';
import { z } from 'zod';
import { LineTooLong, linesOf } from '../../base/bytes.ts';
import { type FileRow, MAX_ROW_CHARACTERS, NoCatalogue } from '../../domain/catalogue/catalogue-reader.ts';
import { done, refused } from '../../domain/outcome.ts';
import { openUnnamedFile } from '../data-dir/folders.ts';
import type { Piece } from './catalogue-file.ts';

export const MAX_CATALOGUE_BYTES = 64 * 1024 * 1024;

/** Of a catalogue file and thousands of pictures. */
const MAX_ZIP_BYTES = 1024 * 1024 * 1024;
const MAX_SENT_BYTES = 512 * 1024 * 1024;

export interface Upload {
  handle: FileHandle;
  bytes: number;
  /** By its first bytes. */
  isZip: boolean;
}

/** `isSent`: a file's rows, as the command line sends them. */
export async function receiveUpload(body: AsyncIterable<Uint8Array>, directory: string, isSent: boolean) {
  await using unused = new AsyncDisposableStack();
  const handle = unused.use(await openUnnamedFile(directory));
  let start = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of body) {
    if (start.length < 4) start = Buffer.concat([start, chunk.subarray(0, 4)]);
    bytes += chunk.byteLength;
    const [kind, limit] = limitOf(isSent, start);
    if (bytes > limit) {
      const detail = `${kind} may have at most ${limit / 1024 / 1024} MB.`;
      return refused(413, { code: 'malformed', detail });
    }
    await handle.writeFile(chunk);
  }
  if (bytes === 0)
    return refused(400, { code: 'malformed', detail: 'The file is empty. Choose another catalogue file.' });
  unused.move();
  return done({ handle, bytes, isZip: isZip(start) });
}

function limitOf(isSent: boolean, start: Buffer): [kind: string, bytes: number] {
  if (isSent) return ['An import', MAX_SENT_BYTES];
  return isZip(start) ? ['A ZIP', MAX_ZIP_BYTES] : ['A catalogue file', MAX_CATALOGUE_BYTES];
}

/** Of an entry, or of the end when there is no entry. */
const ZIP_SIGNATURES = new Set(['PK\u0003\u0004', 'PK\u0005\u0006']);

export function isZip(start: Buffer): boolean {
  return ZIP_SIGNATURES.has(start.toString('latin1', 0, 4));
}

const fileRow: z.ZodType<FileRow> = z.object({
  line: z.int().min(1),
  value: z.unknown().optional(),
  reasons: z.array(z.string()).optional(),
});

export async function* sentRows({ handle, bytes }: Upload): AsyncGenerator<Piece> {
  const file = handle.createReadStream({ start: 0, autoClose: false });
  const texts = Readable.toWeb(file).pipeThrough(new TextDecoderStream('utf-8', { fatal: true }));
  let at = 0;
  try {
    for await (const line of linesOf(texts, MAX_ROW_CHARACTERS)) {
      at += 1;
      yield { row: fileRow.parse(JSON.parse(line)), part: file.bytesRead / bytes };
    }
  } catch (error) {
    if (isBadLine(error)) throw new NoCatalogue(at, [`row ${at} of what was sent cannot be read`]);
    throw error;
  }
}

function isBadLine(error: unknown): boolean {
  if (error instanceof TypeError && 'code' in error) return error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return error instanceof SyntaxError || error instanceof z.ZodError || error instanceof LineTooLong;
}
