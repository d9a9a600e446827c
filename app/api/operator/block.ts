import { z } from 'zod';
import { blockSchema } from '../../../domain/accounts/read-block.ts';
import { parseBy } from '../../../domain/parsed.ts';
import { problemResponse } from '../../../base/problem.ts';
import type { Services } from '../../../server/services.ts';
import { endpoint, json, parserOf } from '../endpoint.ts';
import { refusal } from '../refusal.ts';
import type { Route } from './+types/block';

const body = z.looseObject({ email: z.string().optional(), phone: z.string().optional() });

/** `POST /api/operator/accounts/block` `{email|phone, reason, until}` and `/unblock` `{email|phone}`, in the body because URLs are logged. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(parserOf(body, 'Send {"email": …} or {"phone": …}.'), async ({ services, url, body: given }) => {
    const { email, phone } = given;
    const target = email === undefined ? { phone: phone ?? '' } : { email };
    if (url.pathname.endsWith('/unblock')) return answerOf(await services.blocks.unblock(target));
    const parsed = parseBy(blockSchema, given);
    return parsed.ok ? answerOf(await services.blocks.block(target, parsed.value)) : refusal(parsed);
  }),
});

function answerOf(outcome: Awaited<ReturnType<Services['blocks']['block']>>): Response {
  if (outcome.kind === 'done') return Response.json({ changed: outcome.changed });
  if (outcome.kind === 'no-phone') return refusal({ status: 422, reason: { code: 'invalid-phone' } });
  return problemResponse({ status: 404, detail: 'There is no account with this e-mail address.' });
}

export { loader as action };
