import type { ActionFunctionArgs } from 'react-router';
import { problemResponse } from '../../../base/problem.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { restoreAnswer } from '../../backup-answers.ts';
import { staffOf } from '../context.ts';

/** Takes a backup as the body, or a stored one by its `name`. Who asks is confirmed by a header, so that a refused file is not awaited. */
export async function action(args: ActionFunctionArgs) {
  const { services, by } = await staffOf(args, 'health');
  const { request, url } = args;
  const fields = new URLSearchParams(request.headers.get('Sodai-Confirmation') ?? '');
  const confirmed = await services.operators.confirmAgain(fields, request);
  if (!confirmed.ok) return problemResponse({ ...confirmed, detail: sentenceOf(confirmed.reason) });
  const name = url.searchParams.get('name');
  return restoreAnswer(services, request, name ? await services.nightly.read(name) : request.body, by);
}
