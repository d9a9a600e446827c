import { asRecord } from '../../../domain/record.ts';
import { servicesOf } from '../../context.ts';
import { readJson } from '../json-body.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/purge';

/** Three centuries: databases count no further back. */
const MOST_SECONDS = 9_999_999_999;

/** Carries out an account's deletion when it was asked for at least `{scheduledFor}` seconds ago. There is no way back. */
export async function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return wrongMethod('POST');
  const body = await readJson(args.request);
  if (!body.ok) return body.refusal;
  const seconds = asRecord(body.value)?.scheduledFor;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds > MOST_SECONDS) {
    return problemResponse({ status: 400, detail: 'Send {"scheduledFor": seconds}.' });
  }
  const outcome = await servicesOf(args).operator.accounts.purge(args.params.id, seconds);
  switch (outcome.kind) {
    case 'purged':
      return Response.json({ account: outcome.account }, { headers: { 'Cache-Control': 'no-store' } });
    case 'not-due':
      return problemResponse({ status: 409, detail: 'The deletion of this account is not due.' });
    case 'unknown':
      return problemResponse({ status: 404, detail: 'There is no such account.' });
  }
}

export function loader() {
  return wrongMethod('POST');
}
