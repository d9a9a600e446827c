import type { IncomingMessage } from 'node:http';
import { sendProblem } from './problem.ts';
import { pathOf } from './request-log.ts';
import type { Middleware } from './middleware.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function namesOneHost({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 && headers.host !== '';
}

/** Refuses requests whose address cannot be read (400): no host or two, no path, dots as a way up, broken percent escapes, NUL. */
export const refuseMalformed: Middleware = (req, res, next) => {
  const { url = '', headers } = req;
  const { host = '', accept = '' } = headers;
  if (namesOneHost(req) && isReadable(url, host)) return next();
  // A person who follows a damaged link gets the shop's page for addresses that name nothing.
  const literal = url.replaceAll('%', '%25');
  if (accept.includes('text/html') && namesOneHost(req) && !WAY_UP.test(pathOf(url)) && isReadable(literal, host)) {
    req.url = literal;
    return next();
  }
  sendProblem(res, { status: 400, detail: 'The address of this request cannot be read.' });
};

/** `/operator/..` would be the console for one part of the shop, and the home page for another. Browsers and proxies resolve it before. */
const WAY_UP = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

function isReadable(url: string, host: string): boolean {
  // PostgreSQL stores no NUL in text.
  if (!url.startsWith('/') || /%00|\0/.test(url) || WAY_UP.test(pathOf(url)) || !URL.canParse(url, `http://${host}`))
    return false;
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

/** The framework would answer 500. */
export const refuseUnknownMethods: Middleware = (req, res, next) => {
  if (METHODS.includes(req.method ?? '')) return next();
  sendProblem(res, { status: 405, detail: 'The shop does not know this method.' }, { Allow: METHODS.join(', ') });
};
