import { z } from 'zod';
import { problemResponse } from '../../../base/problem.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { endpoint, json, parserOf } from '../endpoint.ts';
import type { Route } from './+types/invite';

const body = z.object({ email: z.string() });

/** Invites `{email}` to the console and mails the link; in the body because request URLs are logged. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(parserOf(body, 'Send {"email": …}.'), async ({ services, body: { email } }) => {
    const outcome = await services.operators.invite(email, 'operator');
    if (!outcome.ok) return problemResponse({ status: 422, detail: outcome.reasons.map(sentenceOf).join(' ') });
    const { email: invited, link, expiresAt } = outcome;
    return { email: invited, link, expiresAt };
  }),
});

export { loader as action };
