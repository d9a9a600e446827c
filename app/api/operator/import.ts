import { problemResponse } from '../../../base/problem.ts';
import { NDJSON } from '../../ndjson.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/import';

const FILE = 'application/octet-stream';

/** Answers the job that checks the file in the body; or the `FileRow`s of a file as `application/x-ndjson`, of JSON with `?unit=item`. */
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
