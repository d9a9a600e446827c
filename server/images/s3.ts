/** PUT, GET, HEAD and DELETE of one object, signed by `aws4fetch`: they do not need an SDK of 27 packages (docs/decisions/0006). */
import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import pRetry, { AbortError } from 'p-retry';
import type { S3Settings } from '../settings.ts';
import type { PictureStore } from './store.ts';

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

/** Keys hold letters, digits and `/ - _ .` only, so they need no escaping. @throws when there are no credentials. */
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
      const signed = await signRequest(client, `${base}/${key}${queryOf(request)}`, request);
      const answer = await fetch(signed, { redirect: 'manual', signal });
      if (answer.ok || answer.status === 404) return answer;
      await answer.body?.cancel();
      const message = `the store answered ${answer.status} to ${request.method} ${key}`;
      throw answer.status >= 500 || answer.status === 429 ? new Error(message) : new AbortError(new Refused(message));
    };
    return pRetry(once, { retries: TRIES - 1, minTimeout: WAIT_MS, randomize: true, signal }).catch(isAway);
  };
}

/** @throws when there are no credentials. */
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
  const reason = error instanceof Error ? error.message : String(error);
  throw Object.assign(new Error(reason, { cause: error }), { code: 'ETIMEDOUT' });
}

function queryOf({ query }: S3Request): string {
  return query ? `?${new URLSearchParams(query).toString()}` : '';
}

export function contentTypeOf(key: string): string {
  return `image/${key.slice(key.lastIndexOf('.') + 1)}`;
}

/** AWS's signature 4, of all headers and the body, which nobody can change then, over plain HTTP either. `datetime` is for tests. */
export function signRequest(
  client: AwsClient,
  url: string,
  { method, headers, body }: S3Request,
  datetime?: string,
): Promise<Request> {
  return client.sign(url, {
    method,
    headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
    body: body ?? null,
    aws: { allHeaders: true, ...(datetime === undefined ? {} : { datetime }) },
  });
}
