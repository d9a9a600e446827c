import { hash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AwsClient } from 'aws4fetch';
import { LRUCache } from 'lru-cache';
import pRetry, { AbortError } from 'p-retry';
import { codeOf, reasonOf } from '../../base/error-code.ts';
import { writeWhole } from '../data-dir/folders.ts';
import type { S3Settings } from '../environment.ts';

/** A store of picture files. Keys are `p/<hash>-320.webp`, as server/images/images.ts makes them. */
export interface PictureStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  /** No error when there is no such file. */
  delete(key: string): Promise<void>;
}

/** Stores pictures as files under `directory`, which is created with the first picture. */
export function createDiskStore(directory: string): PictureStore {
  const fileOf = (key: string): string => path.join(directory, key);
  return {
    // A row will have this name.
    put: (key, bytes) => writeWhole(fileOf(key), bytes, { mode: 0o666 }),
    async get(key) {
      return readFile(fileOf(key)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
    },
    has: async (key) => (await stat(fileOf(key)).catch(() => null)) !== null,
    delete: (key) => rm(fileOf(key), { force: true }),
  };
}

/** How long a request may take, with all its tries, in ms. */
const TIMEOUT_MS = 10_000;
const TRIES = 3;
/** The shortest wait before the second try, in ms; the next one is twice as long. */
const WAIT_MS = 50;

interface S3Request {
  method: 'PUT' | 'POST' | 'GET' | 'HEAD' | 'DELETE';
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
}

/**
 * PUT, GET, HEAD and DELETE of one object, signed by `aws4fetch`, without an SDK of 27 packages (decision 6). Keys hold
 * letters, digits and `/ - _ .` only, so they need no escaping. @throws when there are no credentials.
 */
export function createS3Client(
  { bucket, region, endpoint, credentials }: Omit<S3Settings, 'kind'>,
  timeoutMs = TIMEOUT_MS,
): (key: string, request: S3Request) => Promise<Response> {
  if (!credentials)
    throw new Error('S3 needs a key: s3://KEY:SECRET@bucket, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const base = endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  const client = new AwsClient({ ...credentials, region, service: 's3' });

  /**
   * Returns 2xx and 404. Retries after 5xx, 429 or a lost connection, where `aws4fetch` itself does not.
   * @throws after the last try, when the time is over (both are answered with 503), and for any other answer.
   */
  return (key, request) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const once = async (): Promise<Response> => {
      const { method, query, headers, body = null } = request;
      // The signature is of all headers and the body: nobody can change them, not even over plain HTTP.
      const search = query ? `?${new URLSearchParams(query)}` : '';
      // A bucket has no slash behind it: stores that sign the path anew may leave it out.
      const signed = await client.sign(base + (key && `/${key}`) + search, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
        body,
        aws: { allHeaders: true },
      });
      const answer = await fetch(signed, { redirect: 'manual', signal });
      if (answer.ok || answer.status === 404) return answer;
      await answer.body?.cancel();
      const message = `the store answered ${answer.status} to ${method} ${key}`;
      throw answer.status >= 500 || answer.status === 429 ? new Error(message) : new AbortError(new Refused(message));
    };
    return pRetry(once, { retries: TRIES - 1, minTimeout: WAIT_MS, randomize: true, signal }).catch(isAway);
  };
}

export function createS3Store(settings: S3Settings, timeoutMs?: number): PictureStore {
  const ask = createS3Client(settings, timeoutMs);
  return {
    async put(key, bytes) {
      const headers = { 'content-type': contentTypeOf(key), 'cache-control': 'public, max-age=31536000, immutable' };
      const answer = await ask(key, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the picture store has no bucket ${settings.bucket}`);
    },
    async get(key) {
      const answer = await ask(key, { method: 'GET' });
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer().catch(isAway));
      await answer.body?.cancel();
      return null;
    },
    async has(key) {
      return (await ask(key, { method: 'HEAD' })).ok;
    },
    async delete(key) {
      await (await ask(key, { method: 'DELETE' })).body?.cancel();
    },
  };
}

/** The store has refused a request: its settings are wrong. */
class Refused extends Error {
  override name = 'Refused';
}

/** Any other error means that the store is away, which `isUnavailable` (db/errors.ts) knows by the code. */
function isAway(error: unknown): never {
  if (error instanceof Refused) throw error;
  throw Object.assign(new Error(reasonOf(error), { cause: error }), { code: 'ETIMEDOUT' });
}

export function contentTypeOf(key: string): string {
  return `image/${key.slice(key.lastIndexOf('.') + 1)}`;
}

/** How many bytes of product pictures a process caches: those of a few hundred products. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Caches the shop's pictures, which are immutable. Not people's: a deleted one must be gone everywhere at once. */
export function cachedStore(store: PictureStore, maxBytes = MAX_BYTES): PictureStore {
  const atHand = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
    // Concurrent reads of one picture become one request to the store.
    fetchMethod: async (key) => (await store.get(key)) ?? undefined,
    ignoreFetchAbort: true,
  });
  return {
    ...store,
    async get(key) {
      return key.startsWith('u/') ? store.get(key) : ((await atHand.fetch(key)) ?? null);
    },
    async delete(key) {
      await store.delete(key);
      atHand.delete(key);
    },
  };
}
