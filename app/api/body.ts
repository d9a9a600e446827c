/** Reading request bodies. server/http/bodies.ts has already limited the size of forms and JSON. */
import type { Parsed } from '../../domain/parsed.ts';

/** A JSON body; 415 for another media type, 400 when it is not JSON. */
export async function readJson(request: Request): Promise<Parsed<unknown>> {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    return { ok: false, status: 415, reason: { code: 'malformed', detail: 'Send application/json.' } };
  }
  const bytes = await request.arrayBuffer();
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { ok: false, status: 400, reason: { code: 'malformed', detail: 'The body is not JSON.' } };
  }
}

/** A file sent as the body; null when it is larger than `limit` bytes. Never holds more than that in memory. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
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
