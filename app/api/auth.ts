import { servicesOf } from '../context.ts';
import type { Route } from './+types/auth';

/** The identity library's own endpoints. */
export function loader(args: Route.LoaderArgs) {
  return servicesOf(args).identity.handle(args.request);
}

export { loader as action };
