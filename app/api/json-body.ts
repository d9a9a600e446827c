import { problemResponse } from './problem.ts';

/** A request's JSON body, or the refusal to send: 415 for another media type, 400 when it is no JSON. No larger one comes here. */
export async function readJson(
  request: Request,
): Promise<{ ok: true; value: unknown } | { ok: false; refusal: Response }> {
  const refuse = (status: number, detail: string) => ({
    ok: false as const,
    refusal: problemResponse({ status, detail }),
  });
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    return refuse(415, 'Send application/json.');
  }
  const bytes = await request.arrayBuffer();
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return refuse(400, 'The body is not JSON.');
  }
}

/** A file that is a request's body, or null once it is larger than `limit` bytes; no more than that is ever kept. */
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
