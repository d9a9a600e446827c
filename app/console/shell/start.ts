import { type LoaderFunctionArgs, redirect } from 'react-router';
import { homeOf } from '../../../domain/accounts/roles.ts';
import { requireSession } from '../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  return redirect(homeOf((await requireSession(args)).user.role));
}
