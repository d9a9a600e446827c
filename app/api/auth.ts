import { sentenceOf } from '../../messages/sentence.ts';
import { servicesOf } from '../context.ts';
import type { Route } from './+types/auth';
import { refusal } from './refusal.ts';

/** The identity library's own endpoints. A refusal also has the library's members `code` and `message`. */
export async function loader(args: Route.LoaderArgs) {
  const answer = await servicesOf(args).identity.handle(args.request);
  if (answer instanceof Response) return answer;
  const { code, reason } = answer;
  return refusal({ ...answer, extra: { code, message: sentenceOf(reason) } });
}

export { loader as action };
