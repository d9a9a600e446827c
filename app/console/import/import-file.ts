import type { ActionFunctionArgs } from 'react-router';
import { jsonOf } from '../../../base/record.ts';
import { readMatch } from '../../../domain/catalogue/match-columns.ts';
import { t } from '../../../messages/console/t.ts';
import { problemOf, staffOf } from '../context.ts';

/**
 * Takes a catalogue file as the body, with its `name`. With `replace=true` what it lacks is to be removed; `match`
 * says what the columns of another shop's sheet are. Answers as soon as the file has arrived, before it is checked.
 */
export async function action(args: ActionFunctionArgs) {
  const { by, services } = await staffOf(args, 'products');
  const { searchParams } = args.url;
  const match = readMatch(jsonOf(searchParams.get('match') ?? ''));
  const file = { name: searchParams.get('name') ?? '', replace: searchParams.get('replace') === 'true', match };
  const checked = await services.importJobs.check(args.request.body, file, by);
  if (!checked.ok) return problemOf(checked);
  const { job, replaced } = checked.value;
  const isOthers = replaced !== null && replaced.by !== by;
  const note = isOthers
    ? t('{file} was waiting for {who}: it has to be checked again.', { file: replaced.fileName, who: replaced.by })
    : null;
  return Response.json({ id: job.id, replaced: note });
}
