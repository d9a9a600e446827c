import { problemResponse } from '../../base/problem.ts';
import { endpoint, retryAfter } from './endpoint.ts';

export const loader = endpoint({
  GET: async ({ services }) => {
    if (await services.database.ready()) return new Response('ok');
    return problemResponse({ status: 503, detail: 'The database does not answer.' }, retryAfter(2));
  },
});

export { loader as action };
