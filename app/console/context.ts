import { createContext, data, type LoaderFunctionArgs, type MiddlewareFunction, redirect } from 'react-router';
import { CONSOLE_PATH } from '../../base/console-path.ts';
import { hasRight, type Right } from '../../domain/accounts/roles.ts';
import type { Session } from '../../server/identity/sessions.ts';
import type { Services } from '../../server/services.ts';
import { servicesOf } from '../context.ts';

type RequestArgs = Pick<LoaderFunctionArgs, 'request' | 'url' | 'context'>;

const sessionContext = createContext<() => Promise<Session | null>>();

/** The root's middleware: finds the operator's session, at most once in a request. */
export const findSession: MiddlewareFunction<Response> = ({ request, context }) => {
  const { operators } = servicesOf({ context });
  let session: Promise<Session | null> | undefined;
  context.set(sessionContext, () => (session ??= operators.session(request.headers)));
};

export function sessionOf({ context }: Pick<RequestArgs, 'context'>): Promise<Session | null> {
  return context.get(sessionContext)();
}

/** The operator's session. Without one a page redirects to the login, and a form gets 401, so that it keeps what was typed. */
export async function requireSession(args: RequestArgs): Promise<Session> {
  const session = await sessionOf(args);
  if (session) return session;
  if (args.request.method !== 'GET' && args.request.method !== 'HEAD')
    throw data({ detail: 'You are logged out.' }, { status: 401 });
  const next = args.url.pathname.slice(CONSOLE_PATH.length) + args.url.search;
  // Thrown in a middleware, where the framework does not add the console's path itself.
  throw redirect(`${CONSOLE_PATH}/login?next=${encodeURIComponent(next)}`);
}

/** Somebody of the shop, and the services. `rider`: the id of whoever may act only on what was given to them. */
export interface Staff {
  services: Services;
  session: Session;
  /** The e-mail address, for the log. */
  by: string;
}

/** The services, for whoever has a right (domain/accounts/roles.ts). For others a page is 403, and a form is refused with 403. */
export async function staffOf(args: RequestArgs, right: Right): Promise<Staff> {
  const session = await requireSession(args);
  if (!hasRight(session.user.role, right))
    throw data({ detail: 'This is not yours to see or do.' }, { status: 403, statusText: 'Forbidden' });
  return { services: servicesOf(args), session, by: session.user.email };
}

export async function servicesFor(args: RequestArgs, right: Right): Promise<Services> {
  return (await staffOf(args, right)).services;
}
