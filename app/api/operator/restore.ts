import { problemResponse } from '../../../base/problem.ts';
import { restoreRefusal } from '../../../domain/shop/restore.ts';
import { restoreAnswer } from '../../backup-answers.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/restore';

/** GET says why none can be restored. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { backups } }) => ({ refusal: restoreRefusal(await backups.place(), false) }),
  POST: async ({ services, request }) => {
    if (!/^application\/(?:x-)?gzip$/i.test(request.headers.get('content-type')?.split(';')[0]?.trim() ?? '')) {
      return problemResponse({ status: 415, detail: 'Send application/gzip: the file of a backup.' });
    }
    return restoreAnswer(services, request, request.body);
  },
});

export { loader as action };
