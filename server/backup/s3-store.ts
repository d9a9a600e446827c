/** Backups in an S3 store: written in parts, so that a backup need not be in memory. */
import { createS3Client } from '../images/s3.ts';
import type { S3Settings } from '../settings.ts';
import { type BackupStore, storedBackup } from './stored-backup.ts';

/** S3 takes up to 10,000 parts of 5 MiB and more: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
/** A part on a slow line. */
const TIMEOUT_MS = 10 * 60 * 1000;

export function createS3BackupStore({ prefix, ...settings }: S3Settings & { prefix: string }): BackupStore {
  const ask = createS3Client(settings, TIMEOUT_MS);
  const found = async (key: string, request: Parameters<typeof ask>[1]): Promise<Response> => {
    const answer = await ask(key, request);
    if (!answer.ok) throw new Error(`the store of backups has no ${key || `bucket ${settings.bucket}`}`);
    return answer;
  };
  const textOf = async (key: string, request: Parameters<typeof ask>[1]): Promise<string> =>
    (await found(key, request)).text();

  return {
    async list() {
      const backups = [];
      let more = '';
      do {
        const page = await textOf('', {
          method: 'GET',
          query: { 'list-type': '2', prefix, ...(more && { 'continuation-token': more }) },
        });
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = valueOf(entry, 'Key');
          const backup = storedBackup(key.slice(prefix.length), Number(valueOf(entry, 'Size')));
          if (backup) backups.push(backup);
        }
        more = valueOf(page, 'NextContinuationToken');
      } while (more);
      return backups;
    },
    async write(name, file) {
      const key = prefix + name;
      const uploadId = valueOf(await textOf(key, { method: 'POST', query: { uploads: '' } }), 'UploadId');
      try {
        const etags: string[] = [];
        let bytes = 0;
        for await (const body of partsOf(file)) {
          const partNumber = String(etags.length + 1);
          const answer = await found(key, { method: 'PUT', query: { partNumber, uploadId }, body });
          await answer.body?.cancel();
          etags.push(answer.headers.get('etag') ?? '');
          bytes += body.byteLength;
        }
        const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
        const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
        const done = await textOf(key, { method: 'POST', query: { uploadId }, body });
        // S3 may answer 200 and then say that it failed.
        if (done.includes('<Error>')) throw new Error(`the store of backups answered ${valueOf(done, 'Code')}`);
        return bytes;
      } catch (error) {
        await ask(key, { method: 'DELETE', query: { uploadId } }).catch(() => {});
        throw error;
      }
    },
    async *read(name) {
      const { body } = await found(prefix + name, { method: 'GET' });
      if (body) yield* body;
    },
    async delete(name) {
      await (await ask(prefix + name, { method: 'DELETE' })).body?.cancel();
    },
  };
}

async function* partsOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file) {
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size < PART_BYTES) continue;
    yield new Uint8Array(Buffer.concat(waiting));
    waiting = [];
    size = 0;
  }
  yield new Uint8Array(Buffer.concat(waiting));
}

/** Of an element whose text needs no unescaping: keys here are names of backups, and the prefix is of letters, digits and `/ - _ .`. */
function valueOf(xml: string, element: string): string {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '';
}
