import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problem } from '../../domain/problem.ts';
import { codeOf } from '../db/faults.ts';
import type { Metrics } from '../metrics.ts';
import { REQUEST_ID, newRequestId } from './request-log.ts';

const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers what is no HTTP, or comes too slowly, and hangs up. */
export function answerUnreadable(error: Error, socket: Duplex, metrics: Pick<Metrics, 'answered'> | undefined): void {
  const status = STATUSES[codeOf(error) ?? ''] ?? 400;
  if (!socket.writable) return void socket.destroy(error);
  metrics?.answered('other', status, 0);
  const body = JSON.stringify(problem({ status, detail: 'This request cannot be read.' }));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${REQUEST_ID}: ${newRequestId()}\r\n` +
      `Content-Type: application/problem+json\r\nCache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
