import type { Refusal } from './answers.ts';
import type { Fields } from './endpoints.ts';

/** The largest body that an endpoint reads, in bytes. */
const MOST_BYTES = 16 * 1024;

/** A request's JSON object; none at all counts as an empty one. */
export async function readFields(request: Request): Promise<{ fields: Fields } | Refusal> {
  const bytes = await readBytes(request);
  if (bytes === null) return { status: 413, code: 'BODY_TOO_LARGE', message: 'The request is too large.' };
  if (bytes.length === 0) return { fields: {} };
  // Only programs and our own pages send JSON; a foreign site's form cannot.
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The request must be JSON.' };
  }
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { fields: { ...value } };
  } catch {
    // Said below.
  }
  return { status: 400, code: 'INVALID_BODY', message: 'The request must be a JSON object.' };
}

/** The body; null when it is too large, which is noticed before it is all here. */
async function readBytes(request: Request): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) {
    await request.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
