import { redirect } from 'react-router';
import { requireViewer } from '../context.ts';
import type { Route } from './+types/user-redirect';

export async function loader(args: Route.LoaderArgs) {
  await requireViewer(args);
  throw redirect('/user/profile');
}
