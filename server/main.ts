import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Logger } from 'pino';
import { reasonOf } from '../base/error-code.ts';
import { TIME_LIMITS } from './http/bodies.ts';
import { REQUEST_ID, securityHeadersOf, sendProblem } from './http/middleware.ts';
import { answerUnreadable } from './http/refusals.ts';
import { createApp } from './app.ts';
import { CLIENT_DIRECTORY, importPages } from './build/build.ts';
import { pageCacheGauges } from './gauges.ts';
import { createPageCache } from './http/page-cache.ts';
import { createLog } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createServices, type Services } from './services.ts';
import { readSettings, type Settings } from './environment.ts';

export interface OpenShopOptions {
  /** Runs before any data of the shop is touched: the build. */
  prepare?: () => Promise<void>;
  loadApp: (services: Services, server: Server) => Promise<RequestListener>;
}

const FIRST_KEY = 'Nobody has a key to the console yet: npm run shop -- operators invite YOUR@EMAIL';
const READABLE = { singleLine: true, sync: true, translateTime: 'SYS:HH:MM:ss' };
const CLOSE_TIMEOUT_MS = 10_000;
const IDLE_CHECK_MS = 100;
/** The socket that systemd hands over. */
const HANDED_OVER = { fd: 3 };

/** Opens the shop. An error is one line, with exit status 1. */
export async function openShop(options: OpenShopOptions): Promise<void> {
  await openInOrder(options).catch((error: unknown) => {
    console.error(`Sodai cannot open: ${reasonOf(error)}`);
    process.exitCode = 1;
    // Open handles of a half-started service must not keep the process alive.
    setImmediate(() => process.exit(1));
  });
}

/** In this order, so that a bad setting or a taken port changes nothing. */
async function openInOrder({ prepare, loadApp }: OpenShopOptions): Promise<void> {
  const settings = readSettings();
  const terminal = process.stdout.isTTY ? (await import('pino-pretty')).default(READABLE) : undefined;
  const log = createLog(settings.logLevel, terminal);
  const die = (error: unknown): void => {
    log.fatal({ err: error }, 'the process ends');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  const front = createFrontServer(securityHeadersOf({ https: settings.publicUrl.startsWith('https:') }));
  // Until the shop is open no request is in flight, and the next start creates an incomplete database again.
  const exit = (): void => process.exit(0);
  process.once('SIGTERM', exit).once('SIGINT', exit);
  let services: Services | undefined;
  const open = async (): Promise<Services> => {
    services = await createServices(settings, log, reopen);
    front.open(await loadApp(services, front.server), services.metrics);
    return services;
  };
  // The request that restores has a deadline (db/postgres.ts), which is not that of the services.
  const outsideRequests = AsyncLocalStorage.snapshot();
  /** After a restore: the secrets, and much of what services have in memory, are others now. */
  const reopen = (): Promise<void> =>
    outsideRequests(async () => {
      front.close();
      try {
        await services?.close();
        await open();
      } catch (error) {
        die(error);
      }
    });
  let opened: Services;
  try {
    if (!settings.handedOver) await listen(front.server, settings);
    await prepare?.();
    opened = await open();
    // Connections wait in that socket, from the moment when the shop before closed until this one is open.
    if (settings.handedOver) await listen(front.server, settings);
  } catch (error) {
    front.server.close();
    front.server.closeAllConnections();
    await services?.close();
    throw error;
  }
  process.off('SIGTERM', exit).off('SIGINT', exit);
  closeOnSignal(front.server, () => services ?? opened, log);
  if (!settings.rateLimit) log.warn({ setting: 'RATE_LIMIT' }, 'rate limits are off: for load tests only');
  const hasOperator = await opened.operators.any().catch(() => true);
  console.log(`Sodai is open at ${settings.publicUrl}`);
  if (!hasOperator) console.log(FIRST_KEY);
}

/** The shop's requests with the built pages and their cache, as `npm start` answers them. The pages must be built. */
export async function loadBuiltApp(services: Services): Promise<RequestListener> {
  const pages = await importPages();
  const pageCache = createPageCache({ extraHeaders: securityHeadersOf(services.shop) });
  services.metrics.watch(pageCacheGauges(pageCache));
  services.live.onProductsChange(() => pageCache.clear());
  return createApp({ services, pages, clientDirectory: CLIENT_DIRECTORY, pageCache });
}

/** The HTTP server. While the shop is not open it answers `/healthz` with 200 and all other requests with 503. */
function createFrontServer(headers: Map<string, string>) {
  const notOpen: RequestListener = (req, res) => {
    res.setHeader(REQUEST_ID, randomUUID());
    res.setHeaders(headers);
    if (req.url === '/healthz') res.setHeader('Content-Type', 'text/plain; charset=utf-8').end('ok');
    else sendProblem(res, { status: 503, detail: 'The shop is opening.' }, { 'Retry-After': '2' });
  };
  let answer = notOpen;
  let opened: Metrics | undefined;
  const server = createServer({ ...TIME_LIMITS, requireHostHeader: false }, (req, res) => answer(req, res));
  // The shop answers these itself, because Node's own answers would skip all middleware.
  server.on('checkExpectation', (req, res) => answer(req, res));
  server.on('clientError', (error, socket) => answerUnreadable(error, socket, { headers, metrics: opened }));
  return {
    server,
    open(listener: RequestListener, metrics: Metrics): void {
      answer = listener;
      opened = metrics;
    },
    close(): void {
      answer = notOpen;
    },
  };
}

function listen(server: Server, settings: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(listenFault(settings, error), { cause: error })));
    server.listen(settings.handedOver ? HANDED_OVER : { port: settings.port, host: settings.host }, resolve);
  });
}

function listenFault({ port, host }: Settings, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT: ${port} on ${host} is already taken: end the other program, or choose another port`;
    case 'EACCES':
      return `PORT: this user may not listen on ${port}: choose a port from 1024 on`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is not an address of this machine: choose 127.0.0.1, 0.0.0.0 or one that it has`;
    default:
      return `HOST, PORT: ${error.message}`;
  }
}

/** SIGTERM and SIGINT: stop accepting, finish requests in flight (10 s at most), close, exit 0. */
function closeOnSignal(server: Server, services: () => Services, log: Logger): void {
  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing');
    void services().live.close();
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    // Idle keep-alive connections are closed when their request has ended.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(async () => {
      clearTimeout(deadline);
      clearInterval(sweep);
      // A database that does not answer must not keep the process.
      setTimeout(() => process.exit(1), 2 * CLOSE_TIMEOUT_MS).unref();
      try {
        await services().close();
        process.exit(0);
      } catch (error) {
        log.error({ err: error }, 'closing failed');
        process.exit(1);
      }
    });
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
