import { LOG_IN_FIRST } from '../../domain/messages.ts';
import { problem, type ProblemFields } from '../../domain/problem.ts';

/** A refusal of a JSON endpoint, as `application/problem+json`. */
export function problemResponse(fields: ProblemFields, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem(fields)), {
    status: fields.status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  });
}

/** The refusal of a personal endpoint to a visitor. */
export function signedOut(): Response {
  return problemResponse({ status: 401, detail: LOG_IN_FIRST });
}

/** The refusal of a method; `allow` names the ones that there are: 'GET, POST'. */
export function wrongMethod(allow: string): Response {
  return problemResponse({ status: 405, detail: `Send ${allow.replaceAll(', ', ' or ')}.` }, { Allow: allow });
}
