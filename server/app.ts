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
import { SHOP_VERSION } from '../domain/shop-version.ts';
import { isUnavailable } from './db/errors.ts';
import { endSlowBodies, takeBody } from './http/bodies.ts';
import { rejectCrossSiteWrites } from './http/cross-site-writes.ts';
import { cachedPages, type Variant } from './http/cached-pages.ts';
import { clientAddress } from './http/client-address.ts';
import { liveEvents } from './live/events.ts';
import { refuseMalformed, refuseUnknownMethods } from './http/invalid-request.ts';
import { pictures } from './http/pictures.ts';
import { sendProblem } from './http/problem.ts';
import { setRequestId, pathOf, requestLog } from './http/request-log.ts';
import { createRouteLabels, patternsOf } from './http/route-labels.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import { compose, type Middleware } from './http/middleware.ts';
import { CLIENT_ADDRESS } from './identity/client-address.ts';
import { subnetOf } from './http/subnet.ts';
import type { Viewer } from './identity/identity.ts';
import type { PageCache } from './http/page-cache.ts';
import type { Services } from './services.ts';

export interface AppOptions {
  services: Services;
  log: Logger;
  /** The folder of the built browser files; null while Vite serves them. */
  clientDirectory: string | null;
  /** The cache of rendered public pages; null to render every request. */
  pageCache: PageCache | null;
}

/** The shop's request listener. The list of middleware is the life of a request, in order. */
export function createApp({ services, log, clientDirectory, pageCache }: AppOptions): RequestListener {
  const { origin, https, rateLimit } = services.shop;
  const isCustomer = (cookie: string): Promise<boolean> =>
    services.identity.viewer(new Headers({ cookie })).then(
      (viewer) => viewer !== null,
      (error: unknown) => {
        // Without the database, a validly signed session is enough, because public pages have no personal data.
        if (isUnavailable(error)) return true;
        throw error;
      },
    );
  const routeOf = createRouteLabels(patternsOf(serverBuild.routes));
  const logSecurity = (event: string, req: IncomingMessage, facts: { userId?: string | undefined } = {}): void =>
    services.security.log('warn', {
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
      setRequestId,
      securityHeaders({ https, development: clientDirectory === null }),
      refuseMalformed,
      refuseUnknownMethods,
      rejectCrossSiteWrites({ origin, onRefused: (req) => logSecurity('foreign-write', req) }),
      ...(clientDirectory ? [staticFiles(clientDirectory)] : []),
      pictures(services.images),
      liveEvents({
        live: services.live,
        session: services.identity.session,
        network: (req) => subnetOf(clientAddress(req)),
        onLimited: (req, userId) => logSecurity('rate-limited', req, { userId }),
        ...(rateLimit ? {} : { maxPerNetwork: Number.POSITIVE_INFINITY }),
      }),
      compression({ brotli: BROTLI }) as Middleware,
      pages(services, routeOf),
    ],
    (error, _req, res) => {
      log.error({ err: error }, 'request failed');
      if (res.headersSent) res.destroy();
      else if (isUnavailable(error))
        sendProblem(res, { status: 503, detail: DATABASE_UNAVAILABLE }, { 'Retry-After': '5' });
      else sendProblem(res, { status: 500, detail: AN_ERROR_OCCURED });
    },
  );
}

/**
 * Fast, and with a window that is just large enough for a page: the default window takes megabytes for every answer.
 */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

const DATABASE_UNAVAILABLE = 'The shop does not reach its database just now. Please try again in a moment.';

// The generated module's type has its missing options as undefined.
const serverBuild = build as ServerBuild;

/**
 * React Router: the screens and the JSON endpoints. Requests always have the origin `PUBLIC_URL`, also behind a proxy.
 */
function pages(services: Services, routeOf: (path: string) => string): Middleware {
  const handle = createRequestHandler(serverBuild, import.meta.env.MODE);
  const { origin } = services.shop;
  const { protocol, host } = new URL(origin);
  const answer = async (incoming: Request): Promise<Response> => {
    // cross-site-writes.ts has checked the origin already; the framework would refuse this machine's other host names.
    if (incoming.headers.has('origin')) incoming.headers.set('origin', origin);
    const { pathname } = new URL(incoming.url);
    const request = await takeBody(incoming, ENDPOINT_PATH.test(pathname));
    if (request instanceof Response) return request;
    let viewer: Promise<Viewer | null> | undefined;
    const context = contextFor(services, () => (viewer ??= services.identity.viewer(request.headers)));
    const response = await withErrorStatus(request, await handle(request, context), context);
    if (response.status === 429 && !IDENTITY_PATH.test(pathname)) {
      const limited = await viewer?.catch(() => null);
      const address = request.headers.get(CLIENT_ADDRESS);
      services.security.log('warn', {
        event: 'rate-limited',
        address,
        method: request.method,
        route: routeOf(pathname),
        userId: limited?.id,
      });
    }
    const retryAfter = context.get(formRefusalContext)?.retryAfter;
    if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
    // A response that is no cached public page may contain personal data.
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

/**
 * Gives errors their correct status: 503 while the database is unavailable. JSON endpoints answer every error as a
 * problem (RFC 9457).
 */
async function withErrorStatus(
  request: Request,
  response: Response,
  context: RouterContextProvider,
): Promise<Response> {
  const isEndpoint = ENDPOINT_PATH.test(new URL(request.url).pathname);
  // A route without an action answers 405 in the framework. Such a route can be read.
  const allow = response.status === 405 && !response.headers.has('Allow') ? { Allow: 'GET, HEAD' } : {};
  const faults = context.get(errorsContext);
  if (response.status !== 500 || faults.length === 0) {
    // The framework itself answers requests for unknown URLs.
    const isFinal = response.status < 400 || response.headers.get('Content-Type') === PROBLEM_TYPE;
    if (response.headers.get('Content-Type') === DATA_TYPE) {
      response.headers.set('Content-Type', `${DATA_TYPE}; charset=utf-8`);
      response.headers.set(SHOP_VERSION, serverBuild.assets.version);
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
  if (isEndpoint)
    return problemResponse({ status, detail: unavailable ? DATABASE_UNAVAILABLE : AN_ERROR_OCCURED }, retry);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(retry)) headers.set(name, value);
  // Without this header the page does not show the error, but loads the data again.
  if (unavailable) headers.delete('X-Remix-Response');
  return new Response(response.body, { status, headers });
}

/** Paths whose rate limits the identity logs itself, together with the account. */
const IDENTITY_PATH = /^\/(?:user|api\/auth)\//;
/** The content type of a page's data from the framework. */
const DATA_TYPE = 'text/x-script';
/** The paths of JSON endpoints. The pages' own data (`….data`) is the framework's. */
const ENDPOINT_PATH = /^\/(?:api(?:\/.*)?|healthz|readyz|metrics)$(?<!\.data)/s;
const REFUSAL_DETAILS: Readonly<Record<number, string>> = {
  404: 'There is no such endpoint.',
  405: 'This endpoint takes another method.',
};

/** Any signed-in customer: public pages contain no more about a customer. */
const ANY_CUSTOMER: Viewer = { id: '', email: '', name: '', role: 'user' };

/**
 * Renders public pages for the cache from their address and variant only, so that they cannot contain personal data.
 */
function renderPublic(services: Services): (address: string, variant: Variant) => Promise<Response> {
  const handle = createRequestHandler(serverBuild, import.meta.env.MODE);
  return async (address, variant) => {
    const viewer = Promise.resolve(variant === 'customer' ? ANY_CUSTOMER : null);
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
