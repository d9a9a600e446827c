import type { FileHandle } from 'node:fs/promises';
import { openUnnamedFile } from '../data-dir/unnamed-file.ts';

export const MAX_CATALOGUE_BYTES = 64 * 1024 * 1024;

/** The most bytes of a ZIP: a catalogue file and thousands of pictures. */
const MAX_ZIP_BYTES = 1024 * 1024 * 1024;

export interface Upload {
  handle: FileHandle;
  bytes: number;
  /** By its first bytes. */
  isZip: boolean;
}

export type ReceivedUpload = { ok: true; upload: Upload } | { ok: false; status: 400 | 413; detail: string };

export async function receiveUpload(body: AsyncIterable<Uint8Array>, directory: string): Promise<ReceivedUpload> {
  const handle = await openUnnamedFile(directory);
  try {
    const received = await write(body, handle);
    if (!received.ok) await handle.close();
    return received;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function write(body: AsyncIterable<Uint8Array>, handle: FileHandle): Promise<ReceivedUpload> {
  let start = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of body) {
    if (start.length < 4) start = Buffer.concat([start, chunk.subarray(0, 4)]);
    bytes += chunk.byteLength;
    const limit = isZip(start) ? MAX_ZIP_BYTES : MAX_CATALOGUE_BYTES;
    if (bytes > limit) {
      const kind = isZip(start) ? 'A ZIP' : 'A catalogue file';
      return { ok: false, status: 413, detail: `${kind} may have at most ${limit / 1024 / 1024} MB.` };
    }
    await handle.writeFile(chunk);
  }
  if (bytes === 0) return { ok: false, status: 400, detail: 'The file is empty. Choose another catalogue file.' };
  return { ok: true, upload: { handle, bytes, isZip: isZip(start) } };
}

/** Of an entry, or of the end when there is no entry. */
const ZIP_SIGNATURES = new Set(['PK\u0003\u0004', 'PK\u0005\u0006']);

function isZip(start: Buffer): boolean {
  return ZIP_SIGNATURES.has(start.toString('latin1', 0, 4));
}
