import { type ActionFunctionArgs, redirect } from 'react-router';
import { servicesOf } from '../../context.ts';

export async function action(args: ActionFunctionArgs) {
  const outcome = await servicesOf(args).operators.signOut(args.request);
  return redirect('/login', outcome.ok ? { headers: outcome.value.headers } : {});
}

export function loader() {
  return redirect('/');
}

export { keepRow as clientAction } from '../kit/answer.ts';
