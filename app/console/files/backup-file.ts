import { type ActionFunctionArgs, redirect } from 'react-router';
import { dayInDhaka } from '../../../base/dates.ts';
import { backupFile } from '../../backup-answers.ts';
import { formText } from '../../context.ts';
import { staffOf } from '../context.ts';

/** A stored backup by its `name`, else a fresh one. The browser stores it while it comes; when it is refused it shows the screen again. */
export async function action(args: ActionFunctionArgs) {
  const { services, by } = await staffOf(args, 'health');
  const { backups, nightly, operators } = services;
  const { request } = args;
  const form = await request.formData();
  const name = formText(form, 'name');
  const stored = name === '' ? undefined : await nightly.read(name);
  const confirmed = stored !== null && (await operators.confirmAgain(form, request)).ok;
  if (!confirmed) throw redirect('/health?refused=yes', 303);
  return backupFile(await backups.take(request, by, stored), name || `sodai-${dayInDhaka(new Date())}.backup`);
}
