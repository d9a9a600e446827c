import { createServer, type RequestListener, type Server } from 'node:http';
import type { Logger } from 'pino';
import { TIME_LIMITS } from './http/bodies.ts';
import { sendProblem } from './http/problem.ts';
import { REQUEST_ID, newRequestId } from './http/request-log.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { createLog } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createServices, type Services } from './services.ts';
import { readSettings, type Settings } from './settings.ts';

export interface Opening {
  /** What must be there before anything of the shop's data is touched: the build. */
  prepare?: () => Promise<void>;
  /** Makes the listener that answers requests once the services are open. */
  loadApp: (options: { services: Services; log: Logger; server: Server }) => Promise<RequestListener>;
}

const DRAIN_MS = 10_000;
const SWEEP_MS = 100;

/**
 * Opens the shop: settings, port, build, services, pages, in this order, so that a bad setting or a taken port leaves nothing written.
 * Prints `Sodai is open at URL` when ready. A fault on the way is one line on standard error and exit status 1.
 */
export async function openShop({ prepare, loadApp }: Opening): Promise<void> {
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
  const front = createFront();
  // Until it is open nothing is in flight, and a half-made database is made anew by the next start.
  const leave = (): void => process.exit(0);
  process.once('SIGTERM', leave).once('SIGINT', leave);
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
  process.off('SIGTERM', leave).off('SIGINT', leave);
  closeOnSignal(front.server, services, log);
  if (!settings.rateLimit) log.warn({ setting: 'RATE_LIMIT' }, 'rate limits are off: for load tests only');
  console.log(`Sodai is open at ${settings.publicUrl}`);
}

/** The HTTP server. Until the shop is open it says that it lives (`/healthz`) and asks everyone else to come back. */
function createFront(): { server: Server; open(listener: RequestListener, metrics: Metrics): void } {
  let answer: RequestListener = (req, res) => {
    res.setHeader(REQUEST_ID, newRequestId());
    if (req.url === '/healthz') res.end('ok');
    else sendProblem(res, { status: 503, detail: 'The shop is opening.' }, { 'Retry-After': '2' });
  };
  let opened: Metrics | undefined;
  const server = createServer({ ...TIME_LIMITS, requireHostHeader: false }, (req, res) => answer(req, res));
  // Whatever is expected of it, the shop answers; Node by itself would, past all of this.
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

/** SIGTERM and SIGINT: stop accepting, finish what is in flight (10 s at most), close, exit 0. */
function closeOnSignal(server: Server, services: Services, log: Logger): void {
  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing');
    void services.live.close();
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // Kept-alive connections end as soon as they have nothing in flight.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
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
  // Handles that a half-open service left behind must not keep the process.
  setImmediate(() => process.exit(1));
}
