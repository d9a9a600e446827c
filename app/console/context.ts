/**
 * What the screens' loaders and actions have: who asks, the services by a right, files to store, and forms that do an
 * operation (server/operations.ts).
 */
import { AN_ERROR_OCCURED } from '#messages';
import {
  type ActionFunctionArgs,
  createContext,
  data,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  redirect,
} from 'react-router';
import { CONSOLE_PATH } from '../../base/console-path.ts';
import { parseLanguage } from '../../base/language.ts';
import { hasRight, type Right } from '../../domain/accounts/roles.ts';
import type { Session } from '../../server/identity/sessions.ts';
import type { Services } from '../../server/services.ts';
import { formAnswer, formText, operationsContext, refuseForm, servicesOf } from '../context.ts';
import { readBytes } from '../../base/bytes.ts';
import { problemResponse } from '../../base/problem.ts';
import { type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import { operatorSentence, refusalSentence } from '../../messages/operator-sentence.ts';
import type { Operation, ValueOf } from '../../server/operation.ts';
import type { OperationName, Operations } from '../../server/operations.ts';
import type { Answer } from './kit/answer.ts';
import { t, told } from '../../messages/console/t.ts';

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

/** Of the screens before the login: the language that their address asks for, as `?language=bn`, is kept. */
export const keepLanguage: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next();
  const language = parseLanguage(url.searchParams.get('language'));
  if (language && request.method === 'GET')
    response.headers.append('Set-Cookie', servicesOf({ context }).operators.chooseLanguage(language));
  return response;
};

/** The operator's session. Without one a page redirects to the login, and a form gets 401 and stays. */
export async function requireSession(args: RequestArgs): Promise<Session> {
  const session = await sessionOf(args);
  if (session) return session;
  if (args.request.method !== 'GET' && args.request.method !== 'HEAD')
    throw data({ detail: t('You are logged out.') }, { status: 401 });
  const next = args.url.pathname.slice(CONSOLE_PATH.length) + args.url.search;
  const query = next === '' || next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
  // Thrown in a middleware, where the framework does not add the console's path itself.
  throw redirect(`${CONSOLE_PATH}/login${query}`);
}

/** Somebody of the shop, and the services. */
export type Staff = Awaited<ReturnType<typeof staffOf>>;

/** For whoever has a right (domain/accounts/roles.ts); others get 403. `by` is their e-mail address, for the log. */
export async function staffOf(args: RequestArgs, right: Right) {
  const session = await requireSession(args);
  if (!hasRight(session.user.role, right))
    throw data({ detail: t('This is not yours to see or do.') }, { status: 403, statusText: 'Forbidden' });
  return { services: servicesOf(args), session, by: session.user.email };
}

export async function servicesFor(args: RequestArgs, right: Right): Promise<Services> {
  return (await staffOf(args, right)).services;
}

/** A file that the browser stores; `name` ends with `.csv` or `.json`. */
export function attachment(body: BodyInit, name: string): Response {
  const type = name.endsWith('.json') ? 'application/json' : 'text/csv; charset=utf-8';
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  });
}

const FAILED: Answer = { error: AN_ERROR_OCCURED };

/** A screen's action for everybody. When `work` throws, the answer is an error, and the screen stays as it is. */
export function formAction<T>(work: (args: ActionFunctionArgs) => Promise<T>) {
  return (args: ActionFunctionArgs) => formAnswer(args, () => work(args), FAILED);
}

interface ActOptions<Name extends OperationName> {
  /** What was done, as a sentence; or what else the screen gets. */
  done?: string | ((value: ValueOf<Operations[Name]>) => Answer);
  /** Asks again who presses it: the form has the fields of `Confirmation`. */
  confirms?: boolean;
  /** The input, when it is not the fields of the form with the parameters of the address. */
  input?: (form: FormData, args: ActionFunctionArgs) => unknown;
}

type Act = (form: FormData, args: ActionFunctionArgs) => Promise<unknown>;

/** A form that does an operation. */
export function act<Name extends OperationName>(
  name: Name,
  { done = '', confirms, input }: ActOptions<Name> = {},
): Act {
  return async (form, args) => {
    const { intent: _, ...fields } = { ...Object.fromEntries(form), ...args.params };
    const { code: _code, credential: _credential, password: _password, ...others } = fields;
    const given = input ? await input(form, args) : confirms ? others : fields;
    const outcome = await perform(args, name, given, confirms ? form : undefined);
    if (!outcome.ok) return sayRefusal(args, outcome);
    const said: Answer = typeof done === 'string' ? { done } : done(outcome.value);
    return outcome.note === undefined ? said : { ...said, done: `${said.done ?? ''} ${told(outcome.note)}`.trim() };
  };
}

/**
 * The action of a screen with one form; or with several, by the name of their buttons, `intent`. For whoever is logged
 * in: each operation asks its right. `maxBytes`: of a form whose size is not limited already; `tooLarge`: why it is.
 */
export function actionOf(acts: Act | Readonly<Record<string, Act>>, maxBytes?: number, tooLarge?: Refused) {
  return async (args: ActionFunctionArgs) => {
    await requireSession(args);
    const work = async () => {
      const form = await readForm(args.request, maxBytes);
      if (!form.ok) return sayRefusal(args, (form.status === 413 && tooLarge) || form);
      const one = typeof acts === 'function' ? acts : acts[formText(form.value, 'intent')];
      return one ? one(form.value, args) : refuse(args, 400);
    };
    return formAnswer(args, work, FAILED);
  };
}

/** `maxBytes` where the size of the body is not limited already (server/http/bodies.ts). */
async function readForm(request: Request, maxBytes = Infinity): Promise<Outcome<FormData>> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes === null) return refused(413, { code: 'malformed', detail: t('This is too much.') });
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  try {
    return { ok: true, value: await new Response(bytes, { headers }).formData() };
  } catch {
    return refused(400, { code: 'malformed', detail: t('The form cannot be read.') });
  }
}

/** Does an operation with an input that was not checked. `confirming`: the form in which they say again who they are. */
export async function perform<Name extends OperationName>(
  args: ActionFunctionArgs,
  name: Name,
  input: unknown,
  confirming?: FormData,
): Promise<Outcome<ValueOf<Operations[Name]>>> {
  const operation: Operation = args.context.get(operationsContext)[name];
  const { services, session, by } = await staffOf(args, operation.right);
  const parsed = parseBy(operation.input, input, operation.list);
  if (!parsed.ok) return parsed;
  // Last, because a code is good once.
  const confirmed = confirming && (await services.operators.confirmAgain(confirming, args.request));
  if (confirmed?.ok === false) return confirmed;
  const { id: userId, role } = session.user;
  const asker = { by, userId, role, confirmed: confirmed !== undefined };
  const outcome = await operation.run(services, parsed.value, asker);
  return outcome as Outcome<ValueOf<Operations[Name]>>;
}

export function refuse(args: ActionFunctionArgs, status: number, error: string = AN_ERROR_OCCURED) {
  return refuseForm<Answer>(args, { status }, { error });
}

/** Why not, for a script of a screen. */
export function problemOf({ status, reason }: Refused): Response {
  return problemResponse({ status, detail: operatorSentence(reason) });
}

/** `error`: the sentence, where the screen has a better one. */
export function sayRefusal(args: ActionFunctionArgs, refusal: Refused, error = refusalSentence(refusal)) {
  return refuseForm<Answer>(args, refusal, { ...answerTo(refusal), error });
}

/** A refusal in words, with what is wrong in each field. */
export function answerTo(refusal: Refused): Answer {
  const { reason, fields = [] } = refusal;
  const faults = fields.map(({ field, row, reason: why }) => ({ field, row, message: operatorSentence(why) }));
  return {
    error: refusalSentence(refusal),
    ...(faults.length > 0 && { faults }),
    ...(reason.code === 'changed-meanwhile' && { conflict: true }),
  };
}
