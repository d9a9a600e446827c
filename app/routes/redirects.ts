import { type LoaderFunctionArgs, redirect } from 'react-router';
import { requireViewer } from '../context.ts';

/** Addresses that only lead on: `/trending`, and `/user` for who is signed in. */
export async function loader(args: LoaderFunctionArgs) {
  if (args.pattern.endsWith('trending')) return redirect('/groceries/trending', 301);
  await requireViewer(args);
  return redirect('/user/profile');
}
