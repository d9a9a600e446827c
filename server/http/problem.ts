import type { ServerResponse } from 'node:http';
import { problem, type ProblemFields } from '../../domain/problem.ts';

/** Sends a problem (RFC 9457) and ends the response. */
export function sendProblem(res: ServerResponse, fields: ProblemFields, headers: Record<string, string> = {}): void {
  const body = JSON.stringify(problem(fields));
  res.writeHead(fields.status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...headers,
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}
