import { sendProblem } from './problem.ts';
import type { Step } from './walk.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Refuses requests whose address cannot be read: no host, or one that is none. */
export const refuseMalformed: Step = (req, res, next) => {
  const { host } = req.headers;
  if (host && URL.canParse(req.url ?? '/', `http://${host}`)) return next();
  sendProblem(res, { status: 400, detail: 'The address of this request cannot be read.' });
};

/** Refuses methods that nothing here has (405), before the framework makes a fault of its own of them. */
export const refuseUnknownMethods: Step = (req, res, next) => {
  if (METHODS.includes(req.method ?? '')) return next();
  sendProblem(res, { status: 405, detail: 'The shop does not know this method.' }, { Allow: METHODS.join(', ') });
};
