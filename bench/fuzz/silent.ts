/** Clients that begin and do not go on: bodies that never come, and answers that nobody reads. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { memoryOf } from '../shop.ts';

const STALLED = 400;
const PIPELINES = 8;
const UNREAD = 200;
/** How long the shop has for what was sent, in ms, before it is measured. */
const PAUSE_MS = 2_000;

export interface Silence {
  /** The status of an order while bodies stand still. */
  order: number;
  /** MiB that unread answers take. */
  unread: number;
}

/** Opens connections that send `text` and read nothing. Returns a function that closes them. */
async function openSilent(port: number, count: number, text: string): Promise<() => void> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').pause());
  for (const socket of sockets) socket.on('error', () => undefined);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(text);
  await setTimeout(PAUSE_MS);
  return () => sockets.forEach((socket) => socket.destroy());
}

/** `order` places an order. */
export async function keepSilent(shop: { port: number; pid: number }, order: () => Promise<number>): Promise<Silence> {
  const heads = ['POST /api/orders', 'POST /user/login', 'PUT /api/profile/picture', 'POST /nothing'].map(
    (line) => `${line} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  const stalled = await Promise.all(heads.map((head) => openSilent(shop.port, STALLED / heads.length, head)));
  const status = await order();
  for (const close of stalled) close();
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
  const before = memoryOf(shop.pid).now;
  const unread = await Promise.all([
    openSilent(shop.port, PIPELINES, get('/').repeat(1_300)),
    openSilent(shop.port, UNREAD, get('/sitemap.xml')),
  ]);
  const taken = memoryOf(shop.pid).now - before;
  for (const close of unread) close();
  return { order: status, unread: taken };
}
