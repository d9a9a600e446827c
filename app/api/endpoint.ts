/** Defines a JSON endpoint: its methods, who may call them and the body they take; see docs/architecture.md. */
import type { LoaderFunctionArgs } from 'react-router';
import type { z } from 'zod';
import { readBytes } from '../../base/bytes.ts';
import { problemResponse } from '../../base/problem.ts';
import { asRecord } from '../../base/record.ts';
import { type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import { operatorSentence, refusalSentence } from '../../messages/operator-sentence.ts';
import type { Door } from '../../server/identity/api-token.ts';
import type { Viewer } from '../../server/identity/identity.ts';
import type { Operation } from '../../server/operation.ts';
import type { Services } from '../../server/services.ts';
import { servicesOf, viewerOf } from '../context.ts';

export type EndpointArgs = LoaderFunctionArgs & { services: Services };

type Handler<More = object> = (args: EndpointArgs & More) => Response | object | Promise<Response | object>;

type Handlers = Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Handler>>;

/** To be exported as `loader` and `action`. `GET` also answers `HEAD`; nothing is cached by default. */
export function endpoint(handlers: Handlers): (args: LoaderFunctionArgs) => Promise<Response> {
  const byMethod = new Map(Object.entries(handlers));
  const methods = [...byMethod.keys()];
  const wrongMethod = refused(405, { code: 'malformed', detail: `Send ${methods.join(' or ')}.` });
  return async (args) => {
    const { method } = args.request;
    const handler = byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (!handler) return refusal(wrongMethod, methods.join(', '));
    const answer = await handler({ ...args, services: servicesOf(args) });
    const response = answer instanceof Response ? answer : Response.json(answer);
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  };
}

/** Several endpoints in one module, by their addresses, or as app/routes.ts has them with `/` before. */
export function endpoints(table: Readonly<Record<string, Handlers>>) {
  const byPattern = new Map(Object.entries(table).map(([pattern, handlers]) => [pattern, endpoint(handlers)]));
  return (args: LoaderFunctionArgs) => {
    const found = byPattern.get(args.pattern.replace(/^\/?/, '/')) ?? byPattern.get(new URL(args.request.url).pathname);
    return found?.(args) ?? noSuchEndpoint();
  };
}

/** Only for signed-in customers: a visitor gets 401. */
export function customer(handler: Handler<{ viewer: Viewer }>): Handler {
  return async (args) => {
    const viewer = await viewerOf(args);
    return viewer ? handler({ ...args, viewer }) : refusal(refused(401, { code: 'not-signed-in' }));
  };
}

/** `maxBytes` where the size of the body is not limited already (server/http/bodies.ts). */
export async function readJson(request: Request, maxBytes = Infinity): Promise<Outcome<unknown>> {
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return refused(415, { code: 'malformed', detail: 'Send application/json.' });
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes === null) return refused(413, { code: 'malformed', detail: 'The body is too large.' });
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return refused(400, { code: 'malformed', detail: 'The body is not JSON.' });
  }
}

/** A JSON object. No body counts as an empty object, and a list stands for the field `list`. */
export async function readFields(
  request: Request,
  { list, maxBytes }: { list?: string; maxBytes?: number } = {},
): Promise<Outcome<Readonly<Record<string, unknown>>>> {
  const isEmpty = !request.headers.has('content-type') && (await readBytes(request, 0)) !== null;
  if (isEmpty) return { ok: true, value: {} };
  const read = await readJson(request, maxBytes);
  if (!read.ok) return read;
  if (list !== undefined && Array.isArray(read.value)) return { ok: true, value: { [list]: read.value } };
  const value = asRecord(read.value);
  return value ? { ok: true, value } : refused(400, { code: 'malformed', detail: 'Send a JSON object.' });
}

type Answering<T> = Pick<Operation<z.ZodType, T>, 'status' | 'headers'>;

/**
 * A refusal as a problem: its sentence in English, and its `reason`, from which pages make a sentence in their
 * language. `type` is the reason's code, except for a bad value.
 */
export function refusal({ status, reason, fields, now, retryAfter }: Omit<Refused, 'ok'>, allow?: string): Response {
  const { code } = reason;
  const told = fields?.map((fault) => ({ ...fault, reason: undefined, detail: operatorSentence(fault.reason) }));
  const extra = { ...now, reason, ...(told && { fields: told }) };
  const problem = { status, detail: refusalSentence({ reason, fields }), extra };
  return problemResponse(fields || code === 'malformed' ? problem : { ...problem, type: code }, {
    ...retryHeader(retryAfter),
    ...(allow === undefined ? {} : { Allow: allow }),
  });
}

/** What was done as JSON, or why not as a problem. */
export function answerWith<T>(outcome: Outcome<T>, answering: Answering<T> = {}): Response {
  if (!outcome.ok) return refusal(outcome);
  const { value } = outcome;
  const status = answering.status?.(outcome) ?? (value === undefined ? 204 : 200);
  const headers = answering.headers?.(value) ?? {};
  return value === undefined ? new Response(null, { status, headers }) : Response.json(value, { status, headers });
}

export function retryHeader(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

export function noSuchEndpoint(): Response {
  return problemResponse({ status: 404, detail: 'There is no such endpoint.' });
}

/** The refusal of a request without the token: 401, or 429 after many wrong ones. Null for who has it. */
export function tokenRefusal(args: Pick<LoaderFunctionArgs, 'request' | 'context'>, door: Door): Response | null {
  const { headers } = args.request;
  const admission = servicesOf(args).authenticateOperator(headers, door);
  if (admission.kind === 'admitted') return null;
  if (admission.kind === 'limited') {
    const detail = 'Too many wrong tokens. Please try again in a minute.';
    return problemResponse({ status: 429, detail }, retryHeader(admission.retryAfter));
  }
  const detail = "This needs the operator's token. Send it as Authorization: Bearer TOKEN.";
  const wrong = headers.has('authorization') ? ', error="invalid_token"' : '';
  return problemResponse({ status: 401, detail }, { 'WWW-Authenticate': `Bearer realm="operator"${wrong}` });
}
