import { ROLE } from '../../../domain/account.ts';
import { asRecord } from '../../../domain/record.ts';
import { servicesOf } from '../../context.ts';
import { readJson } from '../json-body.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/role';

/** Gives an account another role: `{email, role}`; in the body, because addresses of requests are logged. */
export async function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return wrongMethod('POST');
  const body = await readJson(args.request);
  if (!body.ok) return body.refusal;
  const { email, role } = asRecord(body.value) ?? {};
  if (typeof email !== 'string' || typeof role !== 'string') {
    return problemResponse({ status: 400, detail: 'Send {"email": …, "role": …}.' });
  }
  if (!ROLE.test(role)) {
    return problemResponse({ status: 422, detail: 'A role has 1 to 32 of a-z, 0-9 and -, a letter first.' });
  }
  const outcome = await servicesOf(args).operator.accounts.setRole(email, role);
  if (outcome.kind === 'unknown') {
    return problemResponse({ status: 404, detail: 'There is no account with this e-mail address.' });
  }
  const { account, changed } = outcome;
  return Response.json({ account, changed }, { headers: { 'Cache-Control': 'no-store' } });
}

export function loader() {
  return wrongMethod('POST');
}
