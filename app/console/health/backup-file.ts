import { type ActionFunctionArgs, redirect } from 'react-router';
import { dayInDhaka } from '../../../base/dates.ts';
import { done } from '../../../domain/outcome.ts';
import { backupFile } from '../../stream-answers.ts';
import { formText } from '../../context.ts';
import { staffOf } from '../context.ts';

/** Sends a stored backup by its `name`, else a fresh one. A refusal shows the screen again. */
export async function action(args: ActionFunctionArgs) {
  const { services, by } = await staffOf(args, 'health');
  const { backups, nightly, operators } = services;
  const { request } = args;
  const form = await request.formData();
  const name = formText(form, 'name');
  const stored = name === '' ? done(undefined) : await nightly.read(name);
  if (!stored.ok || !(await operators.confirmAgain(form, request)).ok) throw redirect('/health?refused=yes', 303);
  const file = await backups.take(request, by, stored.value);
  return backupFile(file, name || `sodai-${dayInDhaka(new Date())}.backup`);
}
