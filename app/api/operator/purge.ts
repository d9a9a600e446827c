import { z } from 'zod';
import { problemResponse } from '../../../base/problem.ts';
import { endpoint, json, parserOf } from '../endpoint.ts';
import type { Route } from './+types/purge';

/** About three centuries: databases support no longer intervals. */
const MAX_SECONDS = 9_999_999_999;

const body = z.object({ scheduledFor: z.int().min(0).max(MAX_SECONDS) });

/** Deletes an account whose deletion was requested at least `{scheduledFor}` seconds ago. This cannot be undone. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(
    parserOf(body, 'Send {"scheduledFor": seconds}.'),
    async ({ services, params, body: { scheduledFor } }) => {
      const outcome = await services.accounts.purge(params.id, scheduledFor);
      switch (outcome.kind) {
        case 'purged':
          return { account: outcome.account };
        case 'not-due':
          return problemResponse({ status: 409, detail: 'The deletion of this account is not due.' });
        case 'unknown':
          return problemResponse({ status: 404, detail: 'There is no such account.' });
      }
    },
  ),
});

export { loader as action };
