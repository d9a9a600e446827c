import { z } from 'zod';
import { STAFF } from '../../../domain/accounts/roles.ts';
import { problemResponse } from '../../../base/problem.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { endpoint, json, parserOf } from '../endpoint.ts';
import type { Route } from './+types/invite';

const body = z.object({
  email: z.string(),
  role: z.enum(STAFF).optional(),
  rider: z.string().optional(),
});

/**
 * Invites `{email}` to the console and mails the link; in the body because request URLs are logged. `role`: by default an owner's. A rider
 * is invited with the id, `rider`.
 */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(
    parserOf(body, 'Send {"email": …, "role": …}; a role is one of ' + STAFF.join(', ') + '.'),
    async ({ services, body: { email, ...as } }) => {
      const rider = (await services.riders.list()).find(({ id }) => id === as.rider);
      if ((as.role === 'rider') !== (rider !== undefined))
        return problemResponse({
          status: 422,
          detail: 'A rider is invited with the role rider and the id of one, rider.',
        });
      const outcome = await services.operators.invite(email, 'operator', as);
      if (!outcome.ok) return problemResponse({ status: 422, detail: outcome.reasons.map(sentenceOf).join(' ') });
      const { email: invited, link, expiresAt } = outcome;
      return { email: invited, link, expiresAt };
    },
  ),
});

export { loader as action };
