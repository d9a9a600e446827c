import { z } from 'zod';
import { ROLE_PATTERN } from '../../../domain/accounts/account.ts';
import { problemResponse } from '../../../base/problem.ts';
import { endpoint, json, parserOf } from '../endpoint.ts';
import type { Route } from './+types/role';

const body = z.object({ email: z.string(), role: z.string() });

/** Sets an account's role: `{email, role}`, in the body because request URLs are logged. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(parserOf(body, 'Send {"email": …, "role": …}.'), async ({ services, body: { email, role } }) => {
    if (!ROLE_PATTERN.test(role)) {
      return problemResponse({
        status: 422,
        detail: 'A role has 1 to 32 of a-z, 0-9 and -, and begins with a letter.',
      });
    }
    const outcome = await services.accounts.setRole(email, role);
    if (outcome.kind === 'unknown') {
      return problemResponse({ status: 404, detail: 'There is no account with this e-mail address.' });
    }
    const { account, from, changed } = outcome;
    return { account, from, changed };
  }),
});

export { loader as action };
