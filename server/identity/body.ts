import type { Reason } from '../../domain/reason.ts';
import type { Refusal } from './refusals.ts';
import type { Fields } from './endpoints.ts';

/** A request's JSON object; an empty body counts as an empty object. http/bodies.ts has already limited the size. */
export async function readFields(request: Request): Promise<{ fields: Fields } | Refusal> {
  const text = await request.text();
  if (text === '') return { fields: {} };
  // Only programs and our own pages send JSON; another site's form cannot.
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', reason: malformed('The request must be JSON.') };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { fields: { ...value } };
  } catch {
    // Refused below.
  }
  return { status: 400, code: 'INVALID_BODY', reason: malformed('The request must be a JSON object.') };
}

function malformed(detail: string): Reason {
  return { code: 'malformed', detail };
}
