/** Defines a JSON endpoint: its methods, who may call them and the body they take; see docs/architecture.md. */
import type { ZodType } from 'zod';
import type { Parsed } from '../../domain/parsed.ts';
import { readBytes } from '../../base/read-bytes.ts';
import { problemResponse } from '../../base/problem.ts';
import type { Viewer } from '../../server/identity/identity.ts';
import type { Services } from '../../server/services.ts';
import { servicesOf, viewerOf } from '../context.ts';
import { refusal } from './refusal.ts';

export interface EndpointArgs {
  request: Request;
  context: Parameters<typeof servicesOf>[0]['context'];
}

type Handler<Args> = (args: Args) => Response | object | Promise<Response | object>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** To be exported as `loader` and `action`. Other methods get 405; `GET` also answers `HEAD`. Not cached unless the handler says so. */
export function endpoint<Args extends EndpointArgs>(
  handlers: Partial<Record<Method, Handler<Args & { services: Services }>>>,
): (args: Args) => Promise<Response> {
  const methods = Object.keys(handlers);
  const wrongMethod = { status: 405, detail: `Send ${methods.join(' or ')}.` };
  const byMethod = new Map<string, Handler<Args & { services: Services }>>(Object.entries(handlers));
  return async (args) => {
    const { method } = args.request;
    const handler = byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (!handler) return problemResponse(wrongMethod, { Allow: methods.join(', ') });
    const answer = await handler({ ...args, services: servicesOf(args) });
    const response = answer instanceof Response ? answer : Response.json(answer);
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  };
}

/** Only for signed-in customers: a visitor gets 401. */
export function customer<Args extends EndpointArgs>(handler: Handler<Args & { viewer: Viewer }>): Handler<Args> {
  return async (args) => {
    const viewer = await viewerOf(args);
    return viewer ? handler({ ...args, viewer }) : refusal({ status: 401, reason: { code: 'not-signed-in' } });
  };
}

/** `maxBytes` where the size of the body is not limited already (server/http/bodies.ts). */
async function readJson(request: Request, maxBytes: number): Promise<Parsed<unknown>> {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    return { ok: false, status: 415, reason: { code: 'malformed', detail: 'Send application/json.' } };
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes === null)
    return { ok: false, status: 413, reason: { code: 'malformed', detail: 'The body is too large.' } };
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { ok: false, status: 400, reason: { code: 'malformed', detail: 'The body is not JSON.' } };
  }
}

/** Takes a JSON body: 415 for another media type, 400 when it is not JSON, and whatever `parse` refuses. */
export function json<Args extends EndpointArgs, Body>(
  parse: (body: unknown) => Parsed<Body>,
  handler: Handler<Args & { body: Body }>,
  {
    maxBytes = Infinity,
    empty,
  }: { maxBytes?: number; /** What a request without a body stands for. */ empty?: object } = {},
): Handler<Args> {
  return async (args) => {
    const isEmpty = empty !== undefined && args.request.headers.get('content-type') === null;
    const read = isEmpty ? ({ ok: true, value: empty } as const) : await readJson(args.request, maxBytes);
    const parsed = read.ok ? parse(read.value) : read;
    return parsed.ok ? handler({ ...args, body: parsed.value }) : refusal(parsed);
  };
}

/** For any other body it answers 400, and `detail` says what to send. */
export function parserOf<T>(schema: ZodType<T>, detail: string): (body: unknown) => Parsed<T> {
  return (body) => {
    const { success, data } = schema.safeParse(body);
    return success ? { ok: true, value: data } : { ok: false, status: 400, reason: { code: 'malformed', detail } };
  };
}

export function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

export function noSuchEndpoint(): Response {
  return problemResponse({ status: 404, detail: 'There is no such endpoint.' });
}
