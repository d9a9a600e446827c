import { sendProblem } from './problem.ts';
import type { Step } from './walk.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a cookie-carrying write that another site's page sent (403). Browsers name the sender in `Sec-Fetch-Site`
 * or `Origin`; programs send neither and carry their own credentials.
 */
export function refuseForeignWrites({ origin }: { origin: string }): Step {
  return (req, res, next) => {
    if (SAFE.has(req.method ?? 'GET') || req.headers.cookie === undefined) return next();
    const sender = req.headers.origin;
    const site = req.headers['sec-fetch-site'];
    const own =
      sender === undefined
        ? site === undefined || site === 'same-origin' || site === 'none'
        : sender === origin || sender === `http://${req.headers.host}` || sender === `https://${req.headers.host}`;
    if (own) return next();
    sendProblem(res, { status: 403, detail: 'This request came from another site.' });
  };
}
