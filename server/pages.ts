/** The entry of each build: pages in one language, or the console (decision 17). */
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { AN_ERROR_OCCURED, LANGUAGE } from '#messages';
import {
  errorsContext,
  formRefusalContext,
  knownOrdersContext,
  operationsContext,
  servicesContext,
  viewerContext,
} from '../app/context.ts';
import { PAGE_LANGUAGE, splitPath } from '../base/language.ts';
import { PROBLEM_TYPE, problemResponse } from '../base/problem.ts';
import { SHOP_VERSION } from '../base/page-copies.ts';
import type { KnownOrders } from '../domain/orders/order.ts';
import { isUnavailable } from './db/errors.ts';
import { createBodyReader, takeBody } from './http/bodies.ts';
import type { Variant } from './http/cached-pages.ts';
import { CLIENT_ADDRESS } from './http/client-address.ts';
import { UNAVAILABLE } from './http/middleware.ts';
import { patternsOf } from './http/route-labels.ts';
import { OPERATIONS } from './operations.ts';
import type { Viewer } from './identity/identity.ts';
import type { Services } from './services.ts';

// The generated module's type has its missing options as undefined.
const serverBuild = build as ServerBuild;

/** The framework hides the messages of errors in production. Vite's own mode is the language. */
const SERVER_MODE = import.meta.env.PROD ? 'production' : 'development';

/** The patterns of all addresses, without the language. English also has the endpoints. */
export const patterns: readonly string[] = patternsOf(serverBuild.routes);

export type Pages = ReturnType<typeof createPages>;

/** Takes up room only when the body is here, because some never come. Answers, or refuses for an overloaded process. */
export type Admit = (req: IncomingMessage, res: ServerResponse, answer: () => Promise<Response>) => Promise<Response>;

interface PagesOptions {
  routeOf: (path: string) => string;
  addressOf: (req: IncomingMessage) => string;
  admit: Admit;
}

export function createPages(services: Services, options: PagesOptions) {
  return { listener: createListener(services, options), renderPublic: renderPublic(services) };
}

/** The screens and the JSON endpoints. Requests always have the origin `PUBLIC_URL`, also behind a proxy. */
function createListener(services: Services, { routeOf, addressOf, admit }: PagesOptions): RequestListener {
  const handle = createRequestHandler(serverBuild, SERVER_MODE);
  const readBody = createBodyReader();
  const { origin } = services.shop;
  const { protocol, host } = new URL(origin);
  const answer = async (incoming: Request, admitted: (respond: () => Promise<Response>) => Promise<Response>) => {
    // http/refusals.ts has checked the origin already; the framework would refuse this machine's other host names.
    if (incoming.headers.has('origin')) incoming.headers.set('origin', origin);
    const { pathname } = new URL(incoming.url);
    const toProgram = ENDPOINT_PATH.test(pathname);
    if (!toProgram) incoming.headers.set(PAGE_LANGUAGE, LANGUAGE);
    const request = await takeBody(incoming, toProgram, readBody);
    if (!(request instanceof Response)) return admitted(() => respond(request, toProgram));
    logRefusal(incoming, request.status);
    return request;
  };
  const respond = async (request: Request, toProgram: boolean): Promise<Response> => {
    let viewer: Promise<Viewer | null> | undefined;
    const findViewer = async (): Promise<Viewer | null> => {
      const found = await services.identity.viewer(request.headers);
      if (found && !toProgram) await services.users.rememberLanguage(found, LANGUAGE);
      return found;
    };
    const context = contextFor(services, () => (viewer ??= findViewer()));
    const response = await withErrorStatus(request, await handle(request, context), context);
    if (response.status >= 400) logRefusal(request, response.status, await whoAsks(request, response.status, viewer));
    const retryAfter = context.get(formRefusalContext)?.retryAfter;
    if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
    // A response that is no cached public page may contain personal data.
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  };
  /** Whose account it is, if that is known. A role lacks a right in the console alone. */
  const whoAsks = async ({ headers }: Request, status: number, viewer?: Promise<Viewer | null>) => {
    const customer = await viewer?.catch(() => null);
    if (customer || status !== 403) return customer?.id;
    return (await services.operators.session(headers).catch(() => null))?.user.id;
  };
  const logRefusal = ({ url, method, headers }: Request, status: number, userId?: string): void => {
    const { path } = splitPath(new URL(url).pathname);
    const event = status === 404 && !OWN_ORDER.test(path) ? undefined : REFUSALS[status];
    if (event === undefined || LOGS_ITSELF.test(path) || (status === 401 && TAKES_A_TOKEN.test(path))) return;
    const address = headers.get(CLIENT_ADDRESS);
    services.security.log('warn', { event, address, method, route: routeOf(path), userId, status });
  };
  const onError = (error: unknown): Response => {
    services.log.error({ err: error }, 'request failed');
    return problemResponse({ status: 500, detail: AN_ERROR_OCCURED });
  };
  return (req, res) => {
    req.headers[CLIENT_ADDRESS] = addressOf(req);
    const listener = createRequestListener((incoming: Request) => answer(incoming, (work) => admit(req, res, work)), {
      protocol,
      host,
      onError,
    });
    return listener(req, res);
  };
}

/** Gives errors their status: 503 while the database is away. Endpoints answer them as problems (RFC 9457). */
async function withErrorStatus({ url }: Request, response: Response, context: RouterContextProvider) {
  const isEndpoint = ENDPOINT_PATH.test(new URL(url).pathname);
  // A route without an action answers 405 in the framework. Such a route can be read.
  const allow = response.status === 405 && !response.headers.has('Allow') ? { Allow: 'GET, HEAD' } : {};
  const faults = context.get(errorsContext);
  if (response.status !== 500 || faults.length === 0) {
    // The framework itself answers requests for unknown URLs.
    const isFinal = response.status < 400 || response.headers.get('Content-Type') === PROBLEM_TYPE;
    if (response.headers.get('Content-Type') === DATA_TYPE) {
      response.headers.set('Content-Type', `${DATA_TYPE}; charset=utf-8`);
      // In development every change of a file is a version.
      if (import.meta.env.PROD) response.headers.set(SHOP_VERSION, serverBuild.assets.version);
    }
    if (isFinal || !isEndpoint) return response;
    return problemResponse(
      { status: response.status, detail: REFUSAL_DETAILS[response.status] ?? AN_ERROR_OCCURED },
      allow,
    );
  }
  const unavailable = faults.some(isUnavailable);
  const status = unavailable ? 503 : 500;
  const retry = unavailable ? { 'Retry-After': '5' } : {};
  if (isEndpoint) return problemResponse({ status, detail: unavailable ? UNAVAILABLE : AN_ERROR_OCCURED }, retry);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(retry)) headers.set(name, value);
  // Without this header the page does not show the error, but loads the data again.
  if (unavailable) headers.delete('X-Remix-Response');
  return new Response(response.body, { status, headers });
}

/** The refusals that are logged, by their status. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'not-signed-in',
  403: 'not-allowed',
  404: 'unknown-order',
  413: 'malformed',
  415: 'malformed',
  429: 'rate-limited',
};
const OWN_ORDER = /^\/(?:(?:api|user)\/orders|o)\/./;
/** What the identity logs itself, together with the account. */
const LOGS_ITSELF = /^\/(?:user\/(?!orders)|api\/auth\/)/;
const TAKES_A_TOKEN = /^\/(?:api\/operator|metrics)(?=\/|$)/;
const DATA_TYPE = 'text/x-script';
/** The paths of JSON endpoints. The pages' own data (`….data`) is the framework's. */
const ENDPOINT_PATH = /^\/(?:api(?:\/.*)?|healthz|readyz|metrics)$(?<!\.data)/s;
const REFUSAL_DETAILS: Readonly<Record<number, string>> = {
  404: 'There is no such endpoint.',
  405: 'This endpoint takes another method.',
};

/** Any signed-in customer: public pages contain no more about a customer. */
const ANY_CUSTOMER: Viewer = { id: '', email: '', name: '', role: 'user', language: LANGUAGE };

/** Renders public pages for the cache from their address and variant alone, without anything personal. */
function renderPublic(services: Services): (address: string, variant: Variant) => Promise<Response> {
  const handle = createRequestHandler(serverBuild, SERVER_MODE);
  return async (address, variant) => {
    const viewer = Promise.resolve(variant === 'visitor' ? null : ANY_CUSTOMER);
    const request = new Request(services.shop.origin + address);
    const context = contextFor(services, () => viewer, variant === 'visitor' ? 'none' : variant);
    const response = await withErrorStatus(request, await handle(request, context), context);
    response.headers.set('Cache-Control', 'private, no-cache');
    return response;
  };
}

function contextFor(
  services: Services,
  viewer: () => Promise<Viewer | null>,
  knownOrders?: KnownOrders,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(operationsContext, OPERATIONS);
  context.set(viewerContext, viewer);
  if (knownOrders) context.set(knownOrdersContext, knownOrders);
  context.set(errorsContext, []);
  return context;
}
