import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemMessage } from '../../base/problem.ts';
import { codeOf } from '../../base/error-code.ts';
import type { Metrics } from '../metrics.ts';
import { REQUEST_ID } from './request-log.ts';

const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

interface UnreadableOptions {
  headers: ReadonlyMap<string, string>;
  /** Undefined until the shop is open. */
  metrics: Pick<Metrics, 'answered'> | undefined;
}

/** Answers a request that is no HTTP (400), has too large headers (431) or is too slow (408), and closes the connection. */
export function answerUnreadable(error: Error, socket: Duplex, { headers: common, metrics }: UnreadableOptions): void {
  const status = STATUSES[codeOf(error) ?? ''] ?? 400;
  if (!socket.writable) return void socket.destroy(error);
  metrics?.answered('other', status, 0);
  const own = { ...Object.fromEntries(common), Connection: 'close', [REQUEST_ID]: randomUUID() };
  const { headers, body } = problemMessage({ status, detail: 'This request cannot be read.' }, own);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Content-Length: ${length}\r\n\r\n${body}`);
}
