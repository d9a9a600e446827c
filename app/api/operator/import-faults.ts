import { listResponse } from '../../ndjson.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/import-faults';

/** All bad rows of a refused import, `{line, reasons}`, one on each line. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services, params: { id } }) => listResponse(services.importJobs.faults(id)),
});

export { loader as action };
