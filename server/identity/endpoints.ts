/** `/api/auth/*`, for programs: the paths, fields and answers of the identity library that the shop once had. There are no others. */
import { asRecord, jsonOf } from '../../base/record.ts';
import type { SignOutcome } from './access.ts';
import type { Caller } from './guard.ts';
import type { Identity } from './identity.ts';
import { type Refusal, malformed } from './refusals.ts';
import type { Session } from './sessions.ts';

type Fields = Readonly<Record<string, unknown>>;
type Service = Omit<Identity, 'handle'>;

interface Endpoint {
  /** Otherwise POST. */
  method?: 'GET';
  run(identity: Service, fields: Fields, caller: Caller): Promise<SignOutcome & { session?: Session | null }>;
  /** `user` is whom the request was about, as programs see it. */
  answer(user: object | null, session: Session | null): object | null;
}

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/api/auth/sign-in/email': {
    run: (identity, { email, password, rememberMe }, caller) =>
      identity.signIn({ email, password, rememberMe }, caller),
    answer: (user) => ({ redirect: false, user }),
  },
  '/api/auth/sign-up/email': {
    run: (identity, { name, email, password }, caller) => identity.register({ name, email, password }, caller),
    answer: (user) => ({ user }),
  },
  '/api/auth/sign-out': {
    run: (identity, { everywhere }, caller) => identity.signOut(caller, { everywhere: everywhere === true }),
    answer: () => ({ success: true }),
  },
  '/api/auth/get-session': {
    method: 'GET',
    async run(identity, _, { headers }) {
      const session = await identity.session(headers);
      return session
        ? { ok: true, headers: new Headers(), session, userId: session.user.id }
        : { ok: true, headers: new Headers() };
    },
    answer: (user, session) => session && { session: sessionAnswer(session), user },
  },
  '/api/auth/request-password-reset': {
    run: (identity, { email }, caller) => identity.requestReset({ email }, caller),
    answer: () => ({
      status: true,
      message: 'If this email exists in our system, check your email for the reset link',
    }),
  },
  '/api/auth/reset-password': {
    run: (identity, { token, newPassword }, caller) => identity.resetPassword({ token, password: newPassword }, caller),
    answer: () => ({ status: true }),
  },
  '/api/auth/change-password': {
    run: (identity, { currentPassword, newPassword }, caller) =>
      identity.changePassword({ current: currentPassword, password: newPassword }, caller),
    answer: (user) => ({ user }),
  },
};

/** `userOf`: an account as programs see it. */
export async function answerRequest(
  request: Request,
  identity: Service,
  userOf: (id: string) => Promise<object | null>,
): Promise<Response | Refusal> {
  const { pathname } = new URL(request.url);
  const endpoint = ENDPOINTS[pathname];
  if (!endpoint) return malformed(404, 'NOT_FOUND', 'There is no such endpoint.');
  const { method = 'POST' } = endpoint;
  if (method !== request.method) {
    return { ...malformed(405, 'METHOD_NOT_ALLOWED', 'This endpoint takes another method.'), allow: method };
  }
  const read = method === 'GET' ? { fields: {} } : await readFields(request);
  if ('status' in read) return read;
  const outcome = await endpoint.run(identity, read.fields, request);
  if (!outcome.ok) {
    // Screens check an e-mail address before; programs know this sentence.
    return outcome.reason.code === 'invalid-email' ? malformed(outcome.status, outcome.code, 'Invalid email') : outcome;
  }
  const user = outcome.userId === undefined ? null : await userOf(outcome.userId);
  outcome.headers.set('Cache-Control', 'no-store');
  return Response.json(endpoint.answer(user, outcome.session ?? null), { headers: outcome.headers });
}

function sessionAnswer({ id, user, createdAt, expiresAt }: Session): object {
  return { id, userId: user.id, expiresAt, createdAt, updatedAt: createdAt, ipAddress: '', userAgent: '' };
}

/** A request's JSON object; an empty body counts as an empty object. http/bodies.ts has already limited the size. */
async function readFields(request: Request): Promise<{ fields: Fields } | Refusal> {
  const text = await request.text();
  if (text === '') return { fields: {} };
  // Only programs and our own pages send JSON; another site's form cannot.
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return malformed(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request must be JSON.');
  }
  const fields = asRecord(jsonOf(text));
  return fields ? { fields } : malformed(400, 'INVALID_BODY', 'The request must be a JSON object.');
}
