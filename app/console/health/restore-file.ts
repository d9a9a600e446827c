import type { ActionFunctionArgs } from 'react-router';
import { done } from '../../../domain/outcome.ts';
import { restoreAnswer } from '../../stream-answers.ts';
import { problemOf, staffOf } from '../context.ts';

/** Takes a backup as the body or by its `name`. A header confirms who asks, so that a refusal comes before the file. */
export async function action(args: ActionFunctionArgs) {
  const { services, by } = await staffOf(args, 'health');
  const { request, url } = args;
  const fields = new URLSearchParams(request.headers.get('Sodai-Confirmation') ?? '');
  const confirmed = await services.operators.confirmAgain(fields, request);
  const name = url.searchParams.get('name');
  const file = confirmed.ok ? (name ? await services.nightly.read(name) : done(request.body)) : confirmed;
  return file.ok ? restoreAnswer(services, request, file.value, { by, agreed: true }) : problemOf(file);
}
