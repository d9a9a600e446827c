import type { ActionFunctionArgs } from 'react-router';
import { problemOf, staffOf } from '../context.ts';

/** Takes what this browser wants to be told of new orders (app/state/live/push.ts). */
export async function action(args: ActionFunctionArgs) {
  const wish = Object.fromEntries(await args.request.formData());
  const { services, session } = await staffOf(args, wish.want === 'on' ? 'orders' : 'account');
  const place = { user: session.user.id, session: session.id, order: null };
  const outcome = await services.push.wish(place, wish);
  return outcome.ok ? Response.json(outcome.value) : problemOf(outcome);
}
