import { problemResponse } from '../../../shared/problem.ts';
import { NDJSON } from '../../ndjson.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/import';

const FILE = 'application/octet-stream';

/**
 * Takes a catalogue file as the body and answers the job that checks it, as the console does: `?name=` is the file's name, and with
 * `?replace=true` what it lacks is to be removed. Or, as `application/x-ndjson`, the rows of a file with their lines (domain/catalogue/catalogue-file.ts,
 * `FileRow`), which are items of a JSON list with `?unit=item`.
 */
export const loader = endpoint<Route.LoaderArgs>({
  POST: async ({ services: { importJobs }, request, url: { searchParams } }) => {
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== NDJSON && type !== FILE) {
      return problemResponse({ status: 415, detail: `Send a catalogue file as ${FILE}, or its rows as ${NDJSON}.` });
    }
    const unit = searchParams.get('unit') === 'item' ? 'item' : 'line';
    const given = {
      name: searchParams.get('name') ?? '',
      replace: searchParams.get('replace') === 'true',
      sent: type === NDJSON ? unit : null,
    } as const;
    const answer = await importJobs.check(request.body, given, 'operator');
    return answer.ok ? answer.job : problemResponse(answer);
  },
});

export { loader as action };
