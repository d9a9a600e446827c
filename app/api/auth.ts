import { sentenceOf } from '../../messages/sentence.ts';
import { servicesOf } from '../context.ts';
import type { Route } from './+types/auth';
import { refusal } from './refusal.ts';

/** A refusal also has the members `code` and `message`, which programs know. */
export async function loader(args: Route.LoaderArgs) {
  const answer = await servicesOf(args).identity.handle(args.request);
  if (answer instanceof Response) return answer;
  const { code, reason } = answer;
  return refusal({ ...answer, extra: { code, message: sentenceOf(reason) } });
}

export { loader as action };
