import type { ActionFunctionArgs } from 'react-router';
import { problemResponse } from '../../../base/problem.ts';
import { staffOf } from '../context.ts';

/**
 * Takes a catalogue file as the body, with its `name`; with `replace=true` what it lacks is to be removed. Answers as soon as it has arrived,
 * before it is checked.
 */
export async function action(args: ActionFunctionArgs) {
  const { by, services } = await staffOf(args, 'products');
  const { searchParams } = args.url;
  const file = { name: searchParams.get('name') ?? '', replace: searchParams.get('replace') === 'true' };
  const answer = await services.importJobs.check(args.request.body, file, by);
  if (!answer.ok) return problemResponse(answer);
  const { job, replaced } = answer;
  const note =
    replaced && replaced.by !== by
      ? `${replaced.fileName} was waiting for ${replaced.by}: it has to be checked again.`
      : null;
  return Response.json({ id: job.id, replaced: note });
}
