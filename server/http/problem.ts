import type { ServerResponse } from 'node:http';
import { problemMessage, type ProblemFields } from '../../base/problem.ts';

/** The `detail` of a 503: the database, or the store of the pictures, is away, slow or full. */
export const UNAVAILABLE = 'The shop cannot do this just now. Please try again in a moment.';

export function sendProblem(res: ServerResponse, fields: ProblemFields, headers?: Record<string, string>): void {
  const message = problemMessage(fields, headers);
  res.writeHead(message.status, { ...message.headers, 'Content-Length': Buffer.byteLength(message.body) });
  res.end(res.req.method === 'HEAD' ? undefined : message.body);
}
