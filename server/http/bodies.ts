/** How large request bodies may be, and how long they may take (docs/operations.md, 'Behind a proxy, with TLS'). */
import { problemResponse } from '../../base/problem.ts';
import { readBytes } from '../../base/bytes.ts';
import { CLIENT_ADDRESS, subnetOf } from './client-address.ts';
import { pathOf, type Middleware, sendProblem } from './middleware.ts';

const MAX_BYTES = 64 * 1024;

/** What accepts files. It counts the bytes itself, because each has its own limit. */
const CUSTOMERS_FILE = '/api/profile/picture';
const OPERATORS_FILES =
  /^\/(?:api\/operator\/(?:pictures|logo|import|restore|areas)|operator\/(?:import\/file|health\/restore|areas|pages|settings\/logo|products\/[^/]+))$/;

export function isOperatorsFile(path: string): boolean {
  return OPERATORS_FILES.test(path.replace(/\.data$/, ''));
}

export function takesFiles(path: string): boolean {
  return path === CUSTOMERS_FILE || isOperatorsFile(path);
}

/** The longest time for a whole form or JSON body, and the longest pause within a file, in ms. */
const BODY_MS = 60_000;
/** The longest time for a customer's whole file, as a multiple of that. */
const FILE_TIMES = 10;

const TOO_LATE = { status: 408, detail: 'The body of this request took too long.' };

/** In ms. `requestTimeout`: of the largest import. `keepAliveTimeout`: proxies and browsers close before the shop. */
export const TIME_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 3_600_000,
  keepAliveTimeout: 130_000,
  connectionsCheckingInterval: 1_000,
};

/** Answers 408 to a late body, and adds `headers`. It runs before whatever answers without the body. */
export function endSlowBodies({ bodyMs = BODY_MS, headers = new Map<string, string>() } = {}): Middleware {
  return (req, res, next) => {
    const { 'content-length': length, 'transfer-encoding': coding } = req.headers;
    if (coding === undefined && (length === undefined || length === '0')) return next();
    const path = pathOf(req.url);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      if (req.complete) return;
      if (res.headersSent) return void req.destroy();
      res.once('finish', () => req.destroy());
      res.setHeaders(headers);
      sendProblem(res, TOO_LATE, { Connection: 'close' });
    };
    const limit = (ms = bodyMs): void => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    };
    // The rest of a refused body is read and dropped, or the client might never read the answer.
    res.once('finish', () => {
      // Who reads a body as a stream stops it while nobody takes what has come.
      req.removeAllListeners('data');
      req.resume();
      if (!req.complete) limit();
    });
    if (takesFiles(path)) req.setTimeout(bodyMs, end);
    if (!isOperatorsFile(path)) limit(path === CUSTOMERS_FILE ? FILE_TIMES * bodyMs : bodyMs);
    req.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    next();
  };
}

/**
 * Reads bodies of at most `MAX_BYTES`. They take up memory while they come, 2,000 of them 128 MB, so with too many the
 * oldest is given up: honest ones arrive within moments. `room`: how many at a time, of one network more than a whole
 * neighbourhood sends. Each build of pages has its own.
 */
export function createBodyReader(room = { network: 200, process: 2_000 }) {
  /** The oldest first. */
  const waiting = new Set<{ network: string; giveUp: () => void }>();
  return async (request: Request): Promise<Uint8Array<ArrayBuffer> | Response> => {
    const network = subnetOf(request.headers.get(CLIENT_ADDRESS));
    const givenUp = Promise.withResolvers<Response>();
    const giveUp = (): void => {
      waiting.delete(body);
      givenUp.resolve(problemResponse(TOO_LATE, { Connection: 'close' }));
    };
    const body = { network, giveUp };
    waiting.add(body);
    const neighbours = [...waiting].filter((one) => one.network === network);
    if (neighbours.length > room.network) neighbours[0]?.giveUp();
    else if (waiting.size > room.process) [...waiting][0]?.giveUp();
    try {
      const read = await Promise.race([readBytes(request, MAX_BYTES), givenUp.promise]);
      return read ?? problemResponse({ status: 413, detail: `The body may have at most ${MAX_BYTES / 1024} kB.` });
    } finally {
      waiting.delete(body);
    }
  };
}

/** The request with its whole body, or 405, 408, 413, 415 or 400. `toProgram`: endpoints check the type themselves. */
export async function takeBody(request: Request, toProgram: boolean, read: ReturnType<typeof createBodyReader>) {
  const { method, headers, signal, url } = request;
  if (method === 'GET' || method === 'HEAD') return request;
  if (!toProgram && method !== 'POST')
    return problemResponse({ status: 405, detail: 'A page takes forms by POST only.' }, { Allow: 'GET, HEAD, POST' });
  if (takesFiles(new URL(url).pathname)) return request;
  const body = await read(request);
  if (body instanceof Response) return body;
  if (!toProgram) {
    // A form without fields may come without a body and its type.
    if (body.length === 0 && !headers.has('Content-Type')) headers.set('Content-Type', FORM);
    const type = headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== FORM && type !== MULTIPART)
      return problemResponse({ status: 415, detail: `Send a form: ${FORM} or ${MULTIPART}.` });
    const typed = { headers: { 'Content-Type': headers.get('Content-Type') ?? '' } };
    if (type === MULTIPART && !(await new Response(body, typed).formData().catch(() => null)))
      return problemResponse({ status: 400, detail: 'The form cannot be read.' });
  }
  return new Request(url, { method, headers, body, signal });
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
