import type { LoaderFunctionArgs } from 'react-router';
import { problemResponse } from '../../../base/problem.ts';
import type { Door } from '../../../server/identity/operator-token.ts';
import { servicesOf } from '../../context.ts';
import { retryAfter } from '../endpoint.ts';

/** The refusal of a request without the token: 401, or 429 after many wrong ones; null for the operator, or who reads the metrics. */
export function tokenRefusal(args: Pick<LoaderFunctionArgs, 'request' | 'context'>, door: Door): Response | null {
  const { headers } = args.request;
  const admission = servicesOf(args).authenticateOperator(headers, door);
  if (admission.kind === 'admitted') return null;
  if (admission.kind === 'limited') {
    const detail = 'Too many wrong tokens. Please try again in a minute.';
    return problemResponse({ status: 429, detail }, retryAfter(admission.retryAfter));
  }
  const challenge = headers.has('authorization')
    ? 'Bearer realm="operator", error="invalid_token"'
    : 'Bearer realm="operator"';
  return problemResponse(
    { status: 401, detail: "This needs the operator's token. Send it as Authorization: Bearer TOKEN." },
    { 'WWW-Authenticate': challenge },
  );
}
