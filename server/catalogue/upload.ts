import type { FileHandle } from 'node:fs/promises';
import { openUnnamedFile } from '../data-dir/unnamed-file.ts';

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

export type ReceivedUpload = { ok: true; upload: Upload } | { ok: false; status: 400 | 413; detail: string };

/** `isSent`: a file's rows, as the command line sends them. */
export async function receiveUpload(
  body: AsyncIterable<Uint8Array>,
  directory: string,
  isSent: boolean,
): Promise<ReceivedUpload> {
  const handle = await openUnnamedFile(directory);
  try {
    const received = await write(body, handle, isSent);
    if (!received.ok) await handle.close();
    return received;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function write(body: AsyncIterable<Uint8Array>, handle: FileHandle, isSent: boolean): Promise<ReceivedUpload> {
  let start = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of body) {
    if (start.length < 4) start = Buffer.concat([start, chunk.subarray(0, 4)]);
    bytes += chunk.byteLength;
    const [kind, limit] = limitOf(isSent, start);
    if (bytes > limit) return { ok: false, status: 413, detail: `${kind} may have at most ${limit / 1024 / 1024} MB.` };
    await handle.writeFile(chunk);
  }
  if (bytes === 0) return { ok: false, status: 400, detail: 'The file is empty. Choose another catalogue file.' };
  return { ok: true, upload: { handle, bytes, isZip: isZip(start) } };
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
