/**
 * Pictures in an S3-compatible store. Four requests (PUT, GET, HEAD, DELETE of one object) do not need an SDK of
 * 27 packages: what there is to it is the signature, AWS's version 4.
 */
import { createHash, createHmac } from 'node:crypto';
import type { StorageSettings } from '../settings.ts';
import type { PictureStore } from './store.ts';

type S3Settings = Extract<StorageSettings, { kind: 's3' }>;

const TIMEOUT_MS = 10_000;
const TRIES = 3;

/**
 * The store of `STORAGE_URL`. Keys hold letters, digits and `/ - _ .` only, so they need no escaping.
 * @throws when there are no credentials.
 */
export function createS3Store({ bucket, region, endpoint, credentials }: S3Settings): PictureStore {
  if (!credentials)
    throw new Error('STORAGE_URL needs a key: s3://KEY:SECRET@bucket, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const base = endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;

  async function once(method: string, key: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) {
    const url = new URL(`${base}/${key}`);
    const signed = signRequest({
      method,
      url,
      headers,
      body: body ?? new Uint8Array(),
      region,
      ...credentials,
      at: new Date(),
    });
    return fetch(url, { method, headers: signed, body: body ?? null, signal: AbortSignal.timeout(TIMEOUT_MS) });
  }

  /** Answers of 2xx and 404; everything else is tried again and then thrown. */
  async function ask(
    method: string,
    key: string,
    headers: Record<string, string> = {},
    bytes?: Uint8Array,
  ): Promise<Response> {
    const body = bytes && new Uint8Array(bytes);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(method, key, headers, body).catch((error: unknown) => {
        if (attempt === TRIES) throw error;
        return null;
      });
      if (answer?.ok || answer?.status === 404) return answer;
      const again = answer === null || answer.status >= 500 || answer.status === 429;
      await answer?.body?.cancel();
      if (!again || attempt === TRIES) {
        throw new Error(`the picture store answered ${answer?.status ?? 'nothing'} to ${method} ${key}`);
      }
    }
  }

  return {
    async put(key, bytes) {
      const headers = { 'content-type': contentTypeOf(key), 'cache-control': 'public, max-age=31536000, immutable' };
      const answer = await ask('PUT', key, headers, bytes);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the picture store has no bucket ${bucket}`);
    },
    async get(key) {
      const answer = await ask('GET', key);
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return null;
    },
    async has(key) {
      return (await ask('HEAD', key)).ok;
    },
    async delete(key) {
      await (await ask('DELETE', key)).body?.cancel();
    },
  };
}

/** The type of a picture file, by its key's ending. */
export function contentTypeOf(key: string): 'image/avif' | 'image/webp' {
  return key.endsWith('.avif') ? 'image/avif' : 'image/webp';
}

interface Signable {
  method: string;
  url: URL;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  region: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  at: Date;
}

/** The headers of a request with AWS's signature, version 4, of all of them and of the body. */
export function signRequest({
  method,
  url,
  headers,
  body,
  region,
  accessKeyId = '',
  secretAccessKey = '',
  at,
}: Signable): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body);
  const sent: Record<string, string> = { ...headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const signed = Object.entries({ ...sent, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname,
    url.searchParams.toString(),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  const signature = hmac(key, text).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
