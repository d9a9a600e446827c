/** Open pages: live connections that wait for changes of the catalogue. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, requestBytes } from './connection.ts';
import { OPERATOR_TOKEN } from '../test/support/operator-client.ts';

/** Connections that are opened in parallel, because a server's backlog is limited. */
const PARALLEL = 100;
const TIMEOUT_MS = 30_000;
const EVENT = 'event: products';

export interface OpenPage {
  socket: Socket;
  /** Called at the next event. */
  onEvent: (() => void) | null;
}

/** Opens the live connections of pages. `show` gets how many are open. */
export async function openPages(
  port: number,
  count: number,
  show: (open: number) => void = () => {},
): Promise<OpenPage[]> {
  const pages: OpenPage[] = [];
  const request = requestBytes('/api/live', { headers: { Accept: 'text/event-stream' } });
  while (pages.length < count) {
    show(pages.length);
    const next = Math.min(PARALLEL, count - pages.length);
    pages.push(...(await Promise.all(Array.from({ length: next }, () => openPage(port, request)))));
  }
  return pages;
}

async function openPage(port: number, request: Buffer): Promise<OpenPage> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const page: OpenPage = { socket, onEvent: null };
  socket.write(request);
  const [first] = await once(socket, 'data');
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(`a live connection is answered ${String(first)}`);
  socket.on('data', (chunk: Buffer) => {
    if (chunk.includes(EVENT)) page.onEvent?.();
  });
  socket.on('error', () => {});
  return page;
}

/**
 * Changes a price through the shop on a port, as the operator does. Returns for each page the ms from the request to
 * the notification.
 */
export async function measureChange(port: number, pages: readonly OpenPage[], round: number): Promise<number[]> {
  const connection = await openConnection(port);
  const started = performance.now();
  const notified = pages.map(
    (page) =>
      new Promise<number>((resolve) => {
        page.onEvent = () => {
          page.onEvent = null;
          resolve(performance.now() - started);
        };
      }),
  );
  const answer = await connection.request(
    requestBytes('/api/operator/products/alu-potato', {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
      json: { price: 30 + round },
    }),
  );
  connection.close();
  if (answer.status !== 200) throw new Error(`the change is answered ${answer.status}: ${answer.body.toString()}`);
  const late = delay(TIMEOUT_MS, null, { ref: false });
  const times = await Promise.race([Promise.all(notified), late]);
  if (!times) throw new Error('not every page heard of the change');
  return times;
}
