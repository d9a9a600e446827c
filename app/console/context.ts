import { createContext, data, type LoaderFunctionArgs, type MiddlewareFunction, redirect } from 'react-router';
import { CONSOLE_PATH } from '../../base/console-path.ts';
import type { Session } from '../../server/identity/sessions.ts';
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

export async function actorOf(args: RequestArgs): Promise<string> {
  return (await requireSession(args)).user.email;
}
