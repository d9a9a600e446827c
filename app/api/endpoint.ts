/** How a JSON endpoint is written: its methods, who may call them and what body they take; see docs/architecture.md. */
import type { ZodType } from 'zod';
import { LOG_IN_FIRST } from '../../domain/messages.ts';
import type { Parsed } from '../../domain/parsed.ts';
import { problemResponse } from '../../domain/problem.ts';
import type { Viewer } from '../../server/identity/identity.ts';
import type { Services } from '../../server/services.ts';
import { servicesOf, viewerOf } from '../context.ts';
import { readJson } from './body.ts';

type Context = Parameters<typeof servicesOf>[0]['context'];

/** What every route's generated `Route.LoaderArgs` has. */
interface EndpointArgs {
  request: Request;
  context: Context;
}

/** Answers a request; data becomes JSON. */
type Handler<Args> = (args: Args) => Response | object | Promise<Response | object>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The endpoint of these methods, to be exported as `loader` and as `action`. Other methods get 405. `GET` answers `HEAD` too. No
 * cache keeps an answer, unless the handler says so.
 */
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

/** For signed-in customers: a visitor gets 401. */
export function customer<Args extends EndpointArgs>(handler: Handler<Args & { viewer: Viewer }>): Handler<Args> {
  return async (args) => {
    const viewer = await viewerOf(args);
    return viewer ? handler({ ...args, viewer }) : problemResponse({ status: 401, detail: LOG_IN_FIRST });
  };
}

/** With a JSON body: 415 for another media type, 400 for what is no JSON, and whatever `parse` refuses. */
export function json<Args extends EndpointArgs, Body>(
  parse: (body: unknown) => Parsed<Body>,
  handler: Handler<Args & { body: Body }>,
): Handler<Args> {
  return async (args) => {
    const read = await readJson(args.request);
    const parsed = read.ok ? parse(read.value) : read;
    if (parsed.ok) return handler({ ...args, body: parsed.value });
    const { status, detail } = parsed;
    return problemResponse({ status, detail });
  };
}

/** A body of this schema; whatever is wrong with another, `detail` says what to send (400). */
export function shape<T>(schema: ZodType<T>, detail: string): (body: unknown) => Parsed<T> {
  return (body) => {
    const { success, data } = schema.safeParse(body);
    return success ? { ok: true, value: data } : { ok: false, status: 400, detail };
  };
}

/** The headers of an answer that asks to try again: `seconds` from now, when that is known. */
export function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

/** What every address that no endpoint has is answered. */
export function noSuchEndpoint(): Response {
  return problemResponse({ status: 404, detail: 'There is no such endpoint.' });
}
