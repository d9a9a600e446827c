import { sendResponse } from '@remix-run/node-fetch-server';
import compression from 'compression';
import type { IncomingMessage, RequestListener } from 'node:http';
import { constants } from 'node:zlib';
import { AN_ERROR_OCCURED } from '../messages/en.ts';
import { BACKGROUND_REQUEST, CONSOLE_PATH, isConsolePath } from '../base/console-path.ts';
import { consoleMode, type Mode, MODES } from '../base/build-modes.ts';
import { DEFAULT_LANGUAGE, type Language, splitPath } from '../base/language.ts';
import { promisePeriod } from '../domain/orders/delivery.ts';
import { withDeadline } from './db/postgres.ts';
import { isUnavailable } from './db/errors.ts';
import { endSlowBodies, takesFiles } from './http/bodies.ts';
import { cachedPages, type Variant } from './http/cached-pages.ts';
import { clientAddress, networksOf, subnetOf } from './http/client-address.ts';
import { eventStream } from './live/events.ts';
import { refuseMalformed, refuseUnknownMethods, rejectCrossSiteWrites, takeTurns } from './http/refusals.ts';
import { createLoadLimit, createRefusals, Overloaded } from './http/overload.ts';
import { pictures, staticFiles } from './http/static-files.ts';
import {
  REQUEST_ID,
  pathOf,
  requestIdOf,
  requestLog,
  commonHeaders,
  securityHeadersOf,
  UNAVAILABLE,
  compose,
  type Middleware,
  sendProblem,
} from './http/middleware.ts';
import { createRouteLabels } from './http/route-labels.ts';
import type { PageCache } from './http/page-cache.ts';
import type { Admit, Pages } from './pages.ts';
import type { Services } from './services.ts';

export type PagesModules = Readonly<Record<Mode, Pick<typeof import('./pages.ts'), 'createPages' | 'patterns'>>>;

interface AppOptions {
  services: Services;
  pages: PagesModules;
  clientDirectory: string | null;
  pageCache: PageCache | null;
}

/**
 * In ms, for the database in one request: less than browsers wait for an order. Imports and backups may take longer.
 */
const DATABASE_MS = 10_000;
/** For the question who asks for a page that is in memory, which can be shown without an answer. */
const SESSION_MS = 2_000;
const TAKES_LONG = /^\/(?:api\/operator|operator\/(?:import|health))(?=[/.?]|$)/;
/** A socket with an answer that its client does not take is closed after this time, in ms. */
const UNREAD_MS = 60_000;

export function createApp({ services, pages: modules, clientDirectory, pageCache }: AppOptions): RequestListener {
  const { log } = services;
  const { origin, https, rateLimit, trustedProxies } = services.shop;
  const proxies = networksOf(trustedProxies);
  const addressOf = (req: IncomingMessage): string => clientAddress(req, proxies);
  const labelOf = createRouteLabels([
    ...modules[DEFAULT_LANGUAGE].patterns,
    ...modules[consoleMode(DEFAULT_LANGUAGE)].patterns.map((pattern) => CONSOLE_PATH + pattern),
  ]);
  const routeOf = (path: string): string => labelOf(splitPath(path).path);
  const logSecurity = (event: string, req: IncomingMessage, userId?: string): void =>
    services.security.log('warn', {
      event,
      address: addressOf(req),
      method: req.method,
      route: routeOf(pathOf(req.url)),
      userId,
    });
  const pagesAt = (url = '/', cookie = ''): Pages => {
    const path = pathOf(url);
    if (!isConsolePath(path)) return pages[splitPath(path).language];
    return pages[consoleMode(services.operators.languageOf(url, cookie))];
  };
  const variantOf = async (cookie: string, language: Language | null, isHome: boolean): Promise<Variant> => {
    try {
      const viewer = await services.identity.viewer(new Headers({ cookie }));
      if (!viewer) return 'visitor';
      if (language) await services.users.rememberLanguage(viewer, language);
      return isHome ? await services.orders.known(viewer) : 'none';
    } catch (error) {
      // Without the database, a validly signed session is enough, because public pages have no personal data.
      if (isUnavailable(error)) return 'none';
      throw error;
    }
  };
  const load = createLoadLimit();
  const refuse = createRefusals(log, services.metrics);
  const admit: Admit = async (req, res, answer) => {
    const path = pathOf(req.url);
    const within = TAKES_LONG.test(path) || takesFiles(path) ? answer : () => withDeadline(DATABASE_MS, answer);
    try {
      return await load.answer({ method: req.method ?? 'GET', path }, within);
    } catch (error) {
      if (error instanceof Overloaded) return refuse(req, res);
      throw error;
    }
  };
  const made = MODES.map((mode) => [mode, modules[mode].createPages(services, { routeOf, addressOf, admit })]);
  const pages: Record<Mode, Pages> = Object.fromEntries(made);
  const streams = {
    live: services.live,
    network: (req: IncomingMessage) => subnetOf(addressOf(req)),
    onLimited: (req: IncomingMessage, userId?: string) => logSecurity('rate-limited', req, userId),
  };
  return compose(
    [
      requestLog(log, services.metrics, routeOf),
      takeTurns(UNREAD_MS),
      endSlowBodies({ headers: securityHeadersOf({ https }) }),
      ...(pageCache
        ? [
            cachedPages({
              cache: pageCache,
              render: (address, variant) =>
                withDeadline(DATABASE_MS, () => pagesAt(address).renderPublic(address, variant)),
              variantOf: (...of) => load.run('session', () => withDeadline(SESSION_MS, () => variantOf(...of))),
              period: () => promisePeriod(new Date(), services.shop.delivery),
            }),
          ]
        : []),
      commonHeaders({ https, development: clientDirectory === null }),
      refuseMalformed,
      refuseUnknownMethods,
      rejectCrossSiteWrites(origin, (req) => logSecurity('foreign-write', req)),
      ...(clientDirectory ? [staticFiles(clientDirectory)] : []),
      pictures(services.images),
      eventStream('/api/live', {
        ...streams,
        session: services.identity.session,
        ...(rateLimit ? {} : { limits: { network: Number.POSITIVE_INFINITY } }),
      }),
      eventStream('/operator/live', {
        ...streams,
        session: (headers) => {
          // Browsers open the stream again by themselves.
          headers.set(BACKGROUND_REQUEST, '1');
          return services.operators.session(headers);
        },
      }),
      compression({ brotli: BROTLI }) as Middleware,
      (req, res) => pagesAt(req.url, req.headers.cookie).listener(req, res),
    ],
    (error, req, res) => {
      const isOverload = error instanceof Overloaded;
      if (!isOverload) log.error({ err: error }, 'request failed');
      if (res.headersSent) return void res.destroy();
      // What threw may run before the middleware that sets them.
      res.setHeaders(securityHeadersOf({ https })).setHeader(REQUEST_ID, requestIdOf(res));
      if (isOverload) void sendResponse(res, refuse(req, res));
      else if (isUnavailable(error)) sendProblem(res, { status: 503, detail: UNAVAILABLE }, { 'Retry-After': '5' });
      else sendProblem(res, { status: 500, detail: AN_ERROR_OCCURED });
    },
  );
}

/**
 * Of personal pages and of the API. A tenth smaller than with 3 or 4, for half a millisecond more; above it hardly
 * anything is won. A window of 64 KiB holds most pages. The usual one takes megabytes for every answer.
 */
const BROTLI = {
  chunkSize: 32 * 1024,
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: 16,
  },
};
