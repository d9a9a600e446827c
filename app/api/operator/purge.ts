import { z } from 'zod';
import { problemResponse } from '../../../domain/problem.ts';
import { endpoint, json, shape } from '../endpoint.ts';
import type { Route } from './+types/purge';

/** Three centuries: databases count no further back. */
const MOST_SECONDS = 9_999_999_999;

const body = z.object({ scheduledFor: z.int().min(0).max(MOST_SECONDS) });

/** Carries out an account's deletion when it was asked for at least `{scheduledFor}` seconds ago. There is no way back. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(shape(body, 'Send {"scheduledFor": seconds}.'), async ({ services, params, body: { scheduledFor } }) => {
    const outcome = await services.accounts.purge(params.id, scheduledFor);
    switch (outcome.kind) {
      case 'purged':
        return { account: outcome.account };
      case 'not-due':
        return problemResponse({ status: 409, detail: 'The deletion of this account is not due.' });
      case 'unknown':
        return problemResponse({ status: 404, detail: 'There is no such account.' });
    }
  }),
});

export { loader as action };
