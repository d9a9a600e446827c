/** How large request bodies may be, and how long they may take (docs/operations.md, 'Behind a proxy, with TLS'). */
import { problemResponse } from '../../base/problem.ts';
import { readBytes } from '../../base/read-bytes.ts';
import { CLIENT_ADDRESS } from './client-address.ts';
import { pathOf } from './request-log.ts';
import { sendProblem } from './problem.ts';
import type { Middleware } from './middleware.ts';
import { subnetOf } from './subnet.ts';
import { createTally } from './tally.ts';

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

/** How many bodies may be on their way at a time, for each build of pages. A neighbourhood behind one address has fewer; 2,000 take 128 MB. */
const WAITING = { network: 200, process: 2_000 };

const TOO_LATE = { status: 408, detail: 'The body of this request took too long.' };

/** In ms. `requestTimeout`: the largest import over a slow line. `keepAliveTimeout`: longer than proxies' and browsers', so that they close first. */
export const TIME_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 3_600_000,
  keepAliveTimeout: 130_000,
  connectionsCheckingInterval: 1_000,
};

/** 408 for a late body. Before all middleware that answers, as some does without the body. `headers`: security headers, not set by then. */
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
    // The rest of a refused body is read and dropped. Otherwise the client might never read the answer. Files get this time limit too now.
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
 * Reads bodies of `MAX_BYTES` at most. Those on their way take up none of the load's room (overload.ts), but memory: when there are too many,
 * the oldest is given up, because honest ones arrive within moments.
 */
export function createBodyReader(room = WAITING) {
  /** The oldest first. */
  const waiting = new Set<{ network: string; giveUp: () => void }>();
  const perNetwork = createTally();
  return async (request: Request): Promise<Uint8Array<ArrayBuffer> | Response> => {
    const network = subnetOf(request.headers.get(CLIENT_ADDRESS));
    const givenUp = Promise.withResolvers<Response>();
    const leave = (): void => {
      if (waiting.delete(body)) perNetwork.remove(network);
    };
    const giveUp = (): void => {
      leave();
      givenUp.resolve(problemResponse(TOO_LATE, { Connection: 'close' }));
    };
    const body = { network, giveUp };
    waiting.add(body);
    perNetwork.add(network);
    if (perNetwork.of(network) > room.network) [...waiting].find((one) => one.network === network)?.giveUp();
    else if (waiting.size > room.process) [...waiting][0]?.giveUp();
    try {
      const read = await Promise.race([readBytes(request, MAX_BYTES), givenUp.promise]);
      return read ?? problemResponse({ status: 413, detail: `The body may have at most ${MAX_BYTES / 1024} kB.` });
    } finally {
      leave();
    }
  };
}

/** The request with its whole body, or the refusal: 405, 413, 415, 400 or 408. `toProgram`: endpoints check the media type themselves. */
export async function takeBody(
  request: Request,
  toProgram: boolean,
  read: ReturnType<typeof createBodyReader>,
): Promise<Request | Response> {
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
    if (type === MULTIPART && !(await isForm(body, headers)))
      return problemResponse({ status: 400, detail: 'The form cannot be read.' });
  }
  return new Request(url, { method, headers, body, signal });
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

function isForm(body: Uint8Array<ArrayBuffer>, headers: Headers): Promise<boolean> {
  const type = headers.get('Content-Type') ?? '';
  return new Response(body, { headers: { 'Content-Type': type } }).formData().then(
    () => true,
    () => false,
  );
}
