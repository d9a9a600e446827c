/** The size of the body is limited already (server/http/bodies.ts). */
import type { Parsed } from '../../domain/parsed.ts';

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
