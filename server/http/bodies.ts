/** What requests may carry (contract: 64 kB for forms and JSON, more where files are taken) and how long it may take. */
import { problemResponse } from '../../domain/problem.ts';
import { pathOf } from './request-log.ts';
import { sendProblem } from './problem.ts';
import type { Middleware } from './middleware.ts';

/** The largest form or JSON body, in bytes. */
const MOST_BYTES = 64 * 1024;

/** Where files are taken; these endpoints count for themselves, with limits of their own, and keep nothing beyond. */
const FILES = new Set(['/api/profile/picture', '/api/operator/pictures', '/api/operator/import']);

/** How long a form or JSON body may take, and for how long a file may stand still, in ms. */
const BODY_MS = 60_000;

/**
 * How long a client may take, in ms: for the headers, and for a whole request. The latter is for the largest import over a slow
 * line; `endSlowBodies` is stricter with the others. A connection without a request is kept longer than proxies and browsers keep
 * theirs: whoever closes first loses no request, and Node's own 5 s would be first, just as the next request is on its way.
 */
export const TIME_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 3_600_000,
  keepAliveTimeout: 130_000,
  connectionsCheckingInterval: 1_000,
};

/** Ends requests whose bodies do not come: 408. It comes first of all: whoever answers without the body leaves it on its way. */
export function endSlowBodies(bodyMs = BODY_MS): Middleware {
  return (req, res, next) => {
    const { 'content-length': length, 'transfer-encoding': coding } = req.headers;
    if (coding === undefined && (length === undefined || length === '0')) return next();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      if (req.complete) return;
      if (res.headersSent) return void req.destroy();
      res.once('finish', () => req.destroy());
      sendProblem(res, { status: 408, detail: 'The body of this request took too long.' }, { Connection: 'close' });
    };
    const limit = (): void => {
      timer ??= setTimeout(end, bodyMs);
    };
    // What is left of a body that was refused is read and dropped, that the answer is heard; a file too has no more than this time then.
    res.once('finish', () => {
      req.resume();
      if (!req.complete) limit();
    });
    if (FILES.has(pathOf(req.url))) req.setTimeout(bodyMs, end);
    else limit();
    req.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    next();
  };
}

/**
 * The request with a body that is whole and small, before anything looks into it; or the refusal. `toProgram` tells endpoints,
 * which see to media types themselves, from screens, which take forms alone.
 */
export async function takeBody(request: Request, toProgram: boolean): Promise<Request | Response> {
  const { method, headers, signal, url } = request;
  if (method === 'GET' || method === 'HEAD') return request;
  if (!toProgram && method !== 'POST')
    return problemResponse({ status: 405, detail: 'A screen takes forms by POST.' }, { Allow: 'GET, HEAD, POST' });
  if (FILES.has(new URL(url).pathname)) return request;
  const body = await readBytes(request);
  if (body === null) return problemResponse({ status: 413, detail: 'The body is too large.' });
  if (!toProgram) {
    // A form without fields may come without a body and its type.
    if (body.length === 0 && !headers.has('Content-Type')) headers.set('Content-Type', FORM);
    const type = headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== FORM && type !== MULTIPART) return problemResponse({ status: 415, detail: 'Send a form.' });
    if (type === MULTIPART && !(await isForm(body, headers)))
      return problemResponse({ status: 400, detail: 'The form cannot be read.' });
  }
  return new Request(url, { method, headers, body, signal });
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** A request's body; null when it is too large, which is noticed before it is all here. */
async function readBytes({ headers, body }: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(headers.get('Content-Length')) > MOST_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function isForm(body: Uint8Array<ArrayBuffer>, headers: Headers): Promise<boolean> {
  const type = headers.get('Content-Type') ?? '';
  return new Response(body, { headers: { 'Content-Type': type } }).formData().then(
    () => true,
    () => false,
  );
}
