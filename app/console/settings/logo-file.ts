import type { ActionFunctionArgs } from 'react-router';
import { problemOf, staffOf } from '../context.ts';

/** Takes the body as the shop's logo. An empty one removes it. */
export async function action(args: ActionFunctionArgs) {
  const { by, services } = await staffOf(args, 'settings');
  const isEmpty = args.request.headers.get('Content-Length') === '0';
  if (isEmpty) return Response.json(await services.shop.change({ logo: '' }, by));
  const outcome = await services.shop.changeLogo(args.request, by);
  return outcome.ok ? Response.json({ logo: outcome.value.imgUrl }) : problemOf(outcome);
}
