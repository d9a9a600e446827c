import { sendProblem } from './problem.ts';
import type { Step } from './walk.ts';

/** Refuses requests whose address cannot be read: no host, or one that is none. */
export const refuseMalformed: Step = (req, res, next) => {
  const { host } = req.headers;
  if (host && URL.canParse(req.url ?? '/', `http://${host}`)) return next();
  sendProblem(res, { status: 400, detail: 'The address of this request cannot be read.' });
};
