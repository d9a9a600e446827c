import { problemResponse } from '../../../base/problem.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/import-job';

/** GET answers how far a job is, and what came of it; POST starts the import of a checked one. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services, params: { id } }) => (await services.importJobs.find(id)) ?? unknownJob(),
  POST: async ({ services, params: { id } }) => {
    const job = await services.importJobs.start(id, 'operator');
    if (job === 'unknown') return unknownJob();
    if (job === 'not-checked') return problemResponse({ status: 409, detail: 'This file cannot be imported.' });
    return job;
  },
});

export { loader as action };

function unknownJob(): Response {
  return problemResponse({ status: 404, detail: 'Another file has been checked meanwhile.' });
}
