import { problemResponse } from '../../../base/problem.ts';
import { cursorOf } from '../../context.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/accounts';

/** By e-mail address: `{accounts, next}`. `?scheduledFor=`: only those whose deletion was requested at least so many seconds ago. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services, url }) => {
    const seconds = url.searchParams.get('scheduledFor');
    if (seconds !== null && !/^\d{1,10}$/.test(seconds)) {
      return problemResponse({ status: 400, detail: 'scheduledFor must be a number of seconds.' });
    }
    return services.accounts.list({
      after: cursorOf({ url }),
      ...(seconds === null ? {} : { scheduledForSeconds: Number(seconds) }),
    });
  },
});

export { loader as action };
