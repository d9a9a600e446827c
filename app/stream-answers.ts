/** Answers that are made while they are sent: texts, lines of JSON, backups. */
import { PassThrough, Readable } from 'node:stream';
import { AN_ERROR_OCCURED } from '#messages';
import { problem, problemResponse } from '../base/problem.ts';
import { restoreRefusal } from '../domain/shop/restore.ts';
import type { Restorer } from '../server/backup/backups.ts';
import type { Services } from '../server/services.ts';

/** The least that is sent at once, in characters. */
const CHUNK_CHARACTERS = 64 * 1024;

/** A body that stops being made when nobody reads on. */
export function textStream(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(chunksOf(texts))) as ReadableStream<Uint8Array>;
}

async function* chunksOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

export const NDJSON = 'application/x-ndjson';

/** One JSON value on each line, of objects only with these `fields`, if given. */
export function listResponse(values: AsyncIterable<object>, fields?: string[]): Response {
  return new Response(textStream(linesOf(values, fields)), { headers: { 'Content-Type': NDJSON } });
}

async function* linesOf(values: AsyncIterable<object>, fields?: string[]): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value, fields)}\n`;
}

/** One JSON value on each line, which `work` writes. It goes on when the client leaves, and must not throw. */
function lineResponse(work: (write: (line: object) => void) => Promise<void>): Response {
  const lines = new PassThrough();
  const write = (line: object): void => void (lines.writable && lines.write(`${JSON.stringify(line)}\n`));
  void work(write).then(() => lines.end());
  // Compression would hold the lines back.
  return new Response(Readable.toWeb(lines) as ReadableStream<Uint8Array>, {
    headers: { 'Content-Type': NDJSON, 'Cache-Control': 'no-store, no-transform' },
  });
}

/** In ms, between two lines of progress. They also come when there is none: proxies close a silent connection. */
const PROGRESS_MS = 500;

export function backupFile(file: Readable | null, name: string): Response {
  return new Response(file && (Readable.toWeb(file) as ReadableStream<Uint8Array>), {
    headers: {
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store, no-transform',
    },
  });
}

/** Lines of progress; the last is `{"restored": …}` when the shop is open again, or `{"problem": …}`. */
export async function restoreAnswer(
  { backups, log }: Services,
  request: Request,
  file: AsyncIterable<Uint8Array> | null,
  who: Restorer,
): Promise<Response> {
  const refusal = restoreRefusal(await backups.place(), who.agreed);
  if (refusal !== null) return problemResponse({ status: 409, detail: refusal });
  if (!file) return problemResponse({ status: 400, detail: 'Send the file of a backup.' });
  return lineResponse(async (write) => {
    let progress = { done: 0, total: 0 };
    const telling = setInterval(() => write(progress), PROGRESS_MS);
    try {
      const onProgress = (done: number, total: number): void => void (progress = { done, total });
      write({ restored: await backups.restore(file, request, onProgress, who) });
    } catch (error) {
      const isRefused = error instanceof Error && error.name === 'BackupError';
      if (!isRefused) log.error({ err: error }, 'a restore failed');
      const failure = isRefused ? { status: 422, detail: error.message } : { status: 500, detail: AN_ERROR_OCCURED };
      write({ problem: problem(failure) });
    } finally {
      clearInterval(telling);
    }
  });
}
