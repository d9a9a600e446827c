import type { ActionFunctionArgs } from 'react-router';
import { problemResponse } from '../../../base/problem.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { staffOf } from '../context.ts';

/** Takes the body as the shop's logo. An empty one removes it. */
export async function action(args: ActionFunctionArgs) {
  const {
    by,
    services: { shop },
  } = await staffOf(args, 'settings');
  if (args.request.headers.get('Content-Length') === '0') return Response.json(await shop.change({ logo: '' }, by));
  const outcome = await shop.changeLogo(args.request, by);
  if (outcome.kind === 'stored') return Response.json({ logo: outcome.imgUrl });
  return problemResponse({ status: outcome.status, detail: sentenceOf(outcome.reason) });
}
