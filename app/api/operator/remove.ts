import { z } from 'zod';
import { problemResponse } from '../../../base/problem.ts';
import { endpoint, json, parserOf } from '../endpoint.ts';
import type { Route } from './+types/remove';

const body = z.object({ email: z.string() });

/** Takes the console from `{email}`, or the invitation; in the body because request URLs are logged. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(parserOf(body, 'Send {"email": …}.'), async ({ services, body: { email } }) =>
    (await services.operators.remove(email, 'operator'))
      ? { removed: true }
      : problemResponse({ status: 404, detail: 'There is no operator and no invitation with this e-mail address.' }),
  ),
});

export { loader as action };
