import type { ActionFunctionArgs } from 'react-router';
import { problemResponse } from '../../../base/problem.ts';
import { done } from '../../../domain/outcome.ts';
import { operatorSentence } from '../../../messages/operator-sentence.ts';
import { restoreAnswer } from '../../stream-answers.ts';
import { staffOf } from '../context.ts';

/** Takes a backup as the body or by its `name`. A header confirms who asks, so that a refusal comes before the file. */
export async function action(args: ActionFunctionArgs) {
  const { services, by } = await staffOf(args, 'health');
  const { request, url } = args;
  const fields = new URLSearchParams(request.headers.get('Sodai-Confirmation') ?? '');
  const confirmed = await services.operators.confirmAgain(fields, request);
  const name = url.searchParams.get('name');
  const file = confirmed.ok ? (name ? await services.nightly.read(name) : done(request.body)) : confirmed;
  return file.ok
    ? restoreAnswer(services, request, file.value, { by, agreed: true })
    : problemResponse({ status: file.status, detail: operatorSentence(file.reason) });
}
