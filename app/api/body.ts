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
