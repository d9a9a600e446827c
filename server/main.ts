import { createServer, type RequestListener, type Server } from 'node:http';
import type { Logger } from 'pino';
import { TIME_LIMITS } from './http/bodies.ts';
import { sendProblem } from './http/problem.ts';
import { REQUEST_ID, newRequestId } from './http/request-log.ts';
import { answerUnreadable } from './http/parse-errors.ts';
import { createLog } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createServices, type Services } from './services.ts';
import { readSettings, type Settings } from './settings.ts';

export interface OpenShopOptions {
  /** Runs before any data of the shop is touched: the build. */
  prepare?: () => Promise<void>;
  /** Creates the request listener when the services are open. */
  loadApp: (options: { services: Services; log: Logger; server: Server }) => Promise<RequestListener>;
}

/** How to get into the console, as long as nobody can. */
const FIRST_KEY = 'Nobody has a key to the console yet: npm run shop -- operators invite YOUR@EMAIL';
const CLOSE_TIMEOUT_MS = 10_000;
const IDLE_CHECK_MS = 100;

/**
 * Opens the shop in this order: settings, port, build, services, pages. So a bad setting or a taken port changes
 * nothing. Prints `Sodai is open at URL` when ready, and then how to get into the console, when nobody can yet. An error
 * on the way is one line on standard error and exit status 1.
 */
export async function openShop({ prepare, loadApp }: OpenShopOptions): Promise<void> {
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    return refuseToOpen(error);
  }
  const log = createLog(settings.logLevel);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends');
    process.exit(1);
  });
  const front = createFrontServer();
  // Until the shop is open no request is in flight, and the next start creates an incomplete database again.
  const exit = (): void => process.exit(0);
  process.once('SIGTERM', exit).once('SIGINT', exit);
  let services: Services | undefined;
  try {
    await listen(front.server, settings);
    await prepare?.();
    services = await createServices(settings, log);
    front.open(await loadApp({ services, log, server: front.server }), services.metrics);
  } catch (error) {
    front.server.close();
    front.server.closeAllConnections();
    await services?.close();
    return refuseToOpen(error);
  }
  process.off('SIGTERM', exit).off('SIGINT', exit);
  closeOnSignal(front.server, services, log);
  if (!settings.rateLimit) log.warn({ setting: 'RATE_LIMIT' }, 'rate limits are off: for load tests only');
  const hasOperator = await services.operators.any().catch(() => true);
  console.log(`Sodai is open at ${settings.publicUrl}`);
  if (!hasOperator) console.log(FIRST_KEY);
}

/** The HTTP server. Until the shop is open it answers `/healthz` with 200 and all other requests with 503. */
function createFrontServer(): { server: Server; open(listener: RequestListener, metrics: Metrics): void } {
  let answer: RequestListener = (req, res) => {
    res.setHeader(REQUEST_ID, newRequestId());
    if (req.url === '/healthz') res.end('ok');
    else sendProblem(res, { status: 503, detail: 'The shop is opening.' }, { 'Retry-After': '2' });
  };
  let opened: Metrics | undefined;
  const server = createServer({ ...TIME_LIMITS, requireHostHeader: false }, (req, res) => answer(req, res));
  // The shop answers these itself, because Node's own answers would skip all middleware.
  server.on('checkExpectation', (req, res) => answer(req, res));
  server.on('clientError', (error, socket) => answerUnreadable(error, socket, opened));
  return {
    server,
    open(listener, metrics) {
      answer = listener;
      opened = metrics;
    },
  };
}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(new Error(taken ? `PORT: ${port} on ${host} is already taken` : `HOST, PORT: ${error.message}`));
    });
    server.listen(port, host, () => resolve());
  });
}

/** SIGTERM and SIGINT: stop accepting, finish requests in flight (10 s at most), close, exit 0. */
function closeOnSignal(server: Server, services: Services, log: Logger): void {
  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing');
    void services.live.close();
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    // Idle keep-alive connections are closed when their request has ended.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(sweep);
      services.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'closing failed');
          process.exit(1);
        },
      );
    });
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

function refuseToOpen(error: unknown): void {
  console.error(`Sodai cannot open: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
  // Open handles of a half-started service must not keep the process alive.
  setImmediate(() => process.exit(1));
}
