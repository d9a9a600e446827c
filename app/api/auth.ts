/** `/api/auth/*`: getting in and out by JSON, for programs and for pages with scripts. There are no others. */
import type { Outcome } from '../../domain/outcome.ts';
import type { Identity, Signed } from '../../server/identity/identity.ts';
import { type EndpointArgs, endpoints, readFields, refusal } from './endpoint.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Answers whom the request was about, `{user}`. */
const post = (act: (identity: Identity, typed: Fields, caller: Request) => Promise<Outcome<Signed>>) => ({
  POST: async ({ services: { identity }, request }: EndpointArgs) => {
    const typed = await readFields(request);
    const outcome = typed.ok ? await act(identity, typed.value, request) : typed;
    if (!outcome.ok) return refusal(outcome);
    const { headers, userId } = outcome.value;
    const answer = userId === undefined ? { success: true } : { user: await identity.account(userId) };
    return Response.json(answer, { headers });
  },
});

export const loader = endpoints({
  '/api/auth/sign-in/email': post((identity, typed, caller) => identity.signIn(typed, caller)),
  '/api/auth/sign-up/email': post((identity, typed, caller) => identity.register(typed, caller)),
  '/api/auth/sign-out': post((identity, { everywhere }, caller) =>
    identity.signOut(caller, { everywhere: everywhere === true }),
  ),
  '/api/auth/get-session': {
    GET: async ({ services: { identity }, request }) => {
      const session = await identity.session(request.headers);
      if (!session) return Response.json(null);
      const { id, createdAt, expiresAt, user } = session;
      return { session: { id, userId: user.id, createdAt, expiresAt }, user: await identity.account(user.id) };
    },
  },
  '/api/auth/request-password-reset': post((identity, typed, caller) => identity.requestReset(typed, caller)),
  '/api/auth/reset-password': post((identity, typed, caller) => identity.resetPassword(typed, caller)),
  '/api/auth/change-password': post((identity, typed, caller) => identity.changePassword(typed, caller)),
});

export { loader as action };
