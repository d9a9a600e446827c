import { sendResponse } from '@remix-run/node-fetch-server';
import compression from 'compression';
import type { IncomingMessage, RequestListener } from 'node:http';
import { constants } from 'node:zlib';
import type { Logger } from 'pino';
import { AN_ERROR_OCCURED } from '../messages/en.ts';
import { BACKGROUND_REQUEST, CONSOLE_PATH, isConsolePath } from '../base/console-path.ts';
import { CONSOLE_MODE, forModes, type Mode } from '../base/build-modes.ts';
import { DEFAULT_LANGUAGE, type Language, splitPath } from '../base/language.ts';
import { withDeadline } from './db/deadline.ts';
import { isUnavailable } from './db/errors.ts';
import { endSlowBodies, takesFiles } from './http/bodies.ts';
import { rejectCrossSiteWrites } from './http/cross-site-writes.ts';
import { cachedPages } from './http/cached-pages.ts';
import { clientAddress, networksOf } from './http/client-address.ts';
import { liveEvents, operatorEvents } from './live/events.ts';
import { refuseMalformed, refuseUnknownMethods } from './http/invalid-request.ts';
import { createLoadLimit, createRefusals, Overloaded } from './http/overload.ts';
import { pictures } from './http/pictures.ts';
import { UNAVAILABLE, sendProblem } from './http/problem.ts';
import { REQUEST_ID, setRequestId, pathOf, requestIdOf, requestLog } from './http/request-log.ts';
import { createRouteLabels } from './http/route-labels.ts';
import { securityHeaders, securityHeadersOf } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import { takeTurns } from './http/connections.ts';
import { compose, type Middleware } from './http/middleware.ts';
import { subnetOf } from './http/subnet.ts';
import type { PageCache } from './http/page-cache.ts';
import type { Admit, Pages } from './pages.ts';
import type { Services } from './services.ts';

export type PagesModules = Readonly<Record<Mode, Pick<typeof import('./pages.ts'), 'createPages' | 'patterns'>>>;

interface AppOptions {
  services: Services;
  log: Logger;
  pages: PagesModules;
  clientDirectory: string | null;
  pageCache: PageCache | null;
}

/** How long the database may take for one request, in ms: shorter than browsers wait for an order's answer. Imports and backups may take longer. */
const DATABASE_MS = 10_000;
/** For the question who asks for a page that is in memory, which can be shown without an answer. */
const SESSION_MS = 2_000;
const TAKES_LONG = /^\/(?:api\/operator|operator\/(?:import|health))(?=[/.?]|$)/;
/** A socket with an answer that its client does not take is closed after this time, in ms. */
const UNREAD_MS = 60_000;

export function createApp({ services, log, pages: modules, clientDirectory, pageCache }: AppOptions): RequestListener {
  const { origin, https, rateLimit, trustedProxies } = services.shop;
  const proxies = networksOf(trustedProxies);
  const addressOf = (req: IncomingMessage): string => clientAddress(req, proxies);
  const labelOf = createRouteLabels([
    ...modules[DEFAULT_LANGUAGE].patterns,
    ...modules[CONSOLE_MODE].patterns.map((pattern) => CONSOLE_PATH + pattern),
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
  const pagesAt = (url = '/'): Pages => {
    const path = pathOf(url);
    return isConsolePath(path) ? pages[CONSOLE_MODE] : pages[splitPath(path).language];
  };
  const isCustomer = (cookie: string, language: Language | null): Promise<boolean> =>
    services.identity.viewerOfPage(new Headers({ cookie })).then(
      async (viewer) => {
        if (viewer && language) await services.users.rememberLanguage(viewer, language);
        return viewer !== null;
      },
      (error: unknown) => {
        // Without the database, a validly signed session is enough, because public pages have no personal data.
        if (isUnavailable(error)) return true;
        throw error;
      },
    );
  const load = createLoadLimit();
  const refuse = createRefusals({ log, metrics: services.metrics });
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
  const pages = forModes((mode): Pages => modules[mode].createPages(services, { routeOf, addressOf, admit }));
  const streams = {
    live: services.live,
    network: (req: IncomingMessage) => subnetOf(addressOf(req)),
    onLimited: (req: IncomingMessage, userId?: string) => logSecurity('rate-limited', req, userId),
  };
  return compose(
    [
      requestLog({ log, metrics: services.metrics, routeOf }),
      takeTurns({ unreadMs: UNREAD_MS }),
      endSlowBodies({ headers: securityHeadersOf({ https }) }),
      ...(pageCache
        ? [
            cachedPages({
              cache: pageCache,
              render: (address, variant) =>
                withDeadline(DATABASE_MS, () => pagesAt(address).renderPublic(address, variant)),
              isCustomer: (cookie, language) =>
                load.run('session', () => withDeadline(SESSION_MS, () => isCustomer(cookie, language))),
            }),
          ]
        : []),
      setRequestId,
      securityHeaders({ https, development: clientDirectory === null }),
      refuseMalformed,
      refuseUnknownMethods,
      rejectCrossSiteWrites({ origin, onRefused: (req) => logSecurity('foreign-write', req) }),
      ...(clientDirectory ? [staticFiles(clientDirectory)] : []),
      pictures(services.images),
      liveEvents({
        ...streams,
        session: services.identity.session,
        ...(rateLimit ? {} : { maxPerNetwork: Number.POSITIVE_INFINITY }),
      }),
      operatorEvents({
        ...streams,
        session: (headers) => {
          // Browsers open the stream again by themselves.
          headers.set(BACKGROUND_REQUEST, '1');
          return services.operators.session(headers);
        },
      }),
      compression({ brotli: BROTLI }) as Middleware,
      (req, res) => pagesAt(req.url).listener(req, res),
    ],
    (error, req, res) => {
      if (error instanceof Overloaded) {
        res.setHeaders(securityHeadersOf({ https })).setHeader(REQUEST_ID, requestIdOf(res));
        return void sendResponse(res, refuse(req, res));
      }
      log.error({ err: error }, 'request failed');
      if (res.headersSent) return void res.destroy();
      // What threw may run before the middleware that sets them.
      res.setHeaders(securityHeadersOf({ https }));
      if (isUnavailable(error)) sendProblem(res, { status: 503, detail: UNAVAILABLE }, { 'Retry-After': '5' });
      else sendProblem(res, { status: 500, detail: AN_ERROR_OCCURED });
    },
  );
}

/** Fast, with a window of 64 KiB, since the default one takes megabytes for every answer, and most pages in one piece. */
const BROTLI = {
  chunkSize: 32 * 1024,
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 16,
  },
};
