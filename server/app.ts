import compression from 'compression';
import type { IncomingMessage, RequestListener } from 'node:http';
import { constants } from 'node:zlib';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Logger } from 'pino';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { errorsContext, formRefusalContext, servicesContext, viewerContext } from '../app/context.ts';
import { AN_ERROR_OCCURED } from '../domain/messages.ts';
import { PROBLEM_TYPE, problemResponse } from '../domain/problem.ts';
import { isUnavailable } from './db/errors.ts';
import { endSlowBodies, takeBody } from './http/bodies.ts';
import { refuseForeignWrites } from './http/foreign-writes.ts';
import { cachedPages, type Variant } from './http/cached-pages.ts';
import { clientAddress } from './http/client-address.ts';
import { liveEvents } from './live/events.ts';
import { refuseMalformed, refuseUnknownMethods } from './http/malformed.ts';
import { pictures } from './http/pictures.ts';
import { sendProblem } from './http/problem.ts';
import { nameRequest, pathOf, requestLog } from './http/request-log.ts';
import { createRouteLabels, patternsOf } from './http/route-labels.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import { compose, type Middleware } from './http/middleware.ts';
import { CLIENT_ADDRESS } from './identity/client-address.ts';
import { networkOf } from './http/network.ts';
import type { Viewer } from './identity/identity.ts';
import type { PageCache } from './http/page-cache.ts';
import type { Services } from './services.ts';

export interface AppOptions {
  services: Services;
  log: Logger;
  /** The folder of the built browser files; none while Vite serves them. */
  clientDirectory: string | null;
  /** Finished public pages; none while every request is to be rendered anew. */
  pageCache: PageCache | null;
}

/** The shop's request listener. Its list of steps reads as the life of a request. */
export function createApp({ services, log, clientDirectory, pageCache }: AppOptions): RequestListener {
  const { origin, https, rateLimit } = services.shop;
  const isCustomer = (cookie: string): Promise<boolean> =>
    services.identity.viewer(new Headers({ cookie })).then(
      (viewer) => viewer !== null,
      (error: unknown) => {
        // While the database is away, a session that this shop has signed will do: there is nothing personal in public pages.
        if (isUnavailable(error)) return true;
        throw error;
      },
    );
  const routeOf = createRouteLabels(patternsOf(serverBuild.routes));
  const note = (event: string, req: IncomingMessage, facts: { userId?: string | undefined } = {}): void =>
    services.security.note('warn', {
      event,
      address: clientAddress(req),
      method: req.method,
      route: routeOf(pathOf(req.url)),
      ...facts,
    });
  return compose(
    [
      requestLog({ log, metrics: services.metrics, routeOf }),
      endSlowBodies(),
      ...(pageCache ? [cachedPages({ cache: pageCache, render: renderPublic(services), isCustomer })] : []),
      nameRequest,
      securityHeaders({ https, development: clientDirectory === null }),
      refuseMalformed,
      refuseUnknownMethods,
      refuseForeignWrites({ origin, onRefused: (req) => note('foreign-write', req) }),
      ...(clientDirectory ? [staticFiles(clientDirectory)] : []),
      pictures(services.images),
      liveEvents({
        live: services.live,
        session: services.identity.session,
        network: (req) => networkOf(clientAddress(req)),
        onLimited: (req, userId) => note('rate-limited', req, { userId }),
        ...(rateLimit ? {} : { mostPerNetwork: Number.POSITIVE_INFINITY }),
      }),
      compression({ brotli: BROTLI }) as Middleware,
      pages(services, routeOf),
    ],
    (error, _req, res) => {
      log.error({ err: error }, 'request failed');
      if (res.headersSent) res.destroy();
      else if (isUnavailable(error)) sendProblem(res, { status: 503, detail: CATCHING_BREATH }, { 'Retry-After': '5' });
      else sendProblem(res, { status: 500, detail: AN_ERROR_OCCURED });
    },
  );
}

/** Quick, and with a window that no page outgrows: the usual one takes megabytes for every answer. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

const CATCHING_BREATH = 'The shop does not reach its database just now. Please try again in a moment.';

// The generated module's type writes its absent options as undefined.
const serverBuild = build as ServerBuild;

/** React Router: the screens and the JSON endpoints. Every request is asked of `PUBLIC_URL`, whatever proxy it came through. */
function pages(services: Services, routeOf: (path: string) => string): Middleware {
  const handle = createRequestHandler(serverBuild, import.meta.env.MODE);
  const { origin } = services.shop;
  const { protocol, host } = new URL(origin);
  const answer = async (arrived: Request): Promise<Response> => {
    // foreign-writes.ts has decided already; the framework would refuse the machine's other names.
    if (arrived.headers.has('origin')) arrived.headers.set('origin', origin);
    const { pathname } = new URL(arrived.url);
    const request = await takeBody(arrived, ENDPOINT.test(pathname));
    if (request instanceof Response) return request;
    let viewer: Promise<Viewer | null> | undefined;
    const context = contextFor(services, () => (viewer ??= services.identity.viewer(request.headers)));
    const response = await withErrorStatus(request, await handle(request, context), context);
    if (response.status === 429 && !IDENTITY.test(pathname)) {
      const who = await viewer?.catch(() => null);
      const address = request.headers.get(CLIENT_ADDRESS);
      services.security.note('warn', {
        event: 'rate-limited',
        address,
        method: request.method,
        route: routeOf(pathname),
        userId: who?.id,
      });
    }
    const retryAfter = context.get(formRefusalContext)?.retryAfter;
    if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
    // Whatever is no finished public page may be somebody's own.
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  };
  const onError = (error: unknown): Response => {
    services.log.error({ err: error }, 'request failed');
    return problemResponse({ status: 500, detail: AN_ERROR_OCCURED });
  };
  const listener = createRequestListener((request: Request) => answer(request), { protocol, host, onError });
  return (req, res) => {
    req.headers[CLIENT_ADDRESS] = clientAddress(req);
    return listener(req, res);
  };
}

/** A fault of our own, told as what it is: 503 while the database is away. Programs are told every refusal as a problem. */
async function withErrorStatus(
  request: Request,
  response: Response,
  context: RouterContextProvider,
): Promise<Response> {
  const toProgram = ENDPOINT.test(new URL(request.url).pathname);
  // What the framework refuses by itself has no action: it can be read.
  const allow = response.status === 405 && !response.headers.has('Allow') ? { Allow: 'GET, HEAD' } : {};
  const faults = context.get(errorsContext);
  if (response.status !== 500 || faults.length === 0) {
    // The framework itself refuses what the table of URLs does not know.
    const own = response.status < 400 || response.headers.get('Content-Type') === PROBLEM_TYPE;
    if (response.headers.get('Content-Type') === DATA) response.headers.set('Content-Type', `${DATA}; charset=utf-8`);
    if (own || !toProgram) return response;
    return problemResponse({ status: response.status, detail: REFUSALS[response.status] ?? AN_ERROR_OCCURED }, allow);
  }
  const away = faults.some(isUnavailable);
  const status = away ? 503 : 500;
  const retry = away ? { 'Retry-After': '5' } : {};
  if (toProgram) return problemResponse({ status, detail: away ? CATCHING_BREATH : AN_ERROR_OCCURED }, retry);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(retry)) headers.set(name, value);
  // Not the screen's own answer: its page asks again, instead of showing a fault.
  if (away) headers.delete('X-Remix-Response');
  return new Response(response.body, { status, headers });
}

/** Where the identity itself notes what is too often, with the account that it is about. */
const IDENTITY = /^\/(?:user|api\/auth)\//;
/** What the framework sends of a page's data. */
const DATA = 'text/x-script';
/** Addresses that programs ask. The pages' own data (`….data`) is the framework's business. */
const ENDPOINT = /^\/(?:api(?:\/.*)?|healthz|readyz|metrics)$(?<!\.data)/s;
const REFUSALS: Readonly<Record<number, string>> = {
  404: 'There is no such endpoint.',
  405: 'This endpoint takes another method.',
};

/** Anyone who is signed in: public pages know no more of a customer. */
const ANYONE: Viewer = { id: '', email: '', name: '', role: 'user' };

/** Public pages as the cache has them made: from their address and variant alone, so that nothing personal can be in them. */
function renderPublic(services: Services): (address: string, variant: Variant) => Promise<Response> {
  const handle = createRequestHandler(serverBuild, import.meta.env.MODE);
  return async (address, variant) => {
    const viewer = Promise.resolve(variant === 'customer' ? ANYONE : null);
    const request = new Request(services.shop.origin + address);
    const context = contextFor(services, () => viewer);
    const response = await withErrorStatus(request, await handle(request, context), context);
    response.headers.set('Cache-Control', 'private, no-cache');
    return response;
  };
}

function contextFor(services: Services, viewer: () => Promise<Viewer | null>): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, viewer);
  context.set(errorsContext, []);
  return context;
}
