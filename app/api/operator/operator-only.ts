import { servicesOf } from '../../context.ts';
import { problemResponse } from '../problem.ts';

type OperatorArgs = { request: Request } & Parameters<typeof servicesOf>[0];

/** The refusal of whoever has not the operator's token; null for who has. */
export function refuseOthers(args: OperatorArgs): Response | null {
  const { headers } = args.request;
  const admission = servicesOf(args).operator.admit(headers);
  if (admission.kind === 'admitted') return null;
  if (admission.kind === 'limited') {
    const detail = 'Too many wrong tokens. Please try again in a minute.';
    return problemResponse({ status: 429, detail }, { 'Retry-After': String(admission.retryAfter) });
  }
  const challenge = headers.has('authorization')
    ? 'Bearer realm="operator", error="invalid_token"'
    : 'Bearer realm="operator"';
  return problemResponse(
    { status: 401, detail: "This needs the operator's token." },
    { 'WWW-Authenticate': challenge },
  );
}
