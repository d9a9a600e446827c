import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../../test/support/listen.ts';
import { takeTurns } from './refusals.ts';
import { compose } from './middleware.ts';

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

async function open(answer: RequestListener, { unreadMs = 60_000, maxPipelined = 100 } = {}): Promise<Socket> {
  server = createServer(compose([takeTurns(unreadMs, maxPipelined), answer], () => undefined));
  const socket = connect(await listen(server), '127.0.0.1');
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';
/** More than the buffers between two sockets hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'a');

test('pipelined requests are answered one after the other, in their order', async () => {
  let underWay = 0;
  let most = 0;
  let number = 0;
  const socket = await open(async (_req, res) => {
    most = Math.max(most, (underWay += 1));
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    res.end(`answer ${(number += 1)}.`);
  });
  socket.write(GET.repeat(50));
  let heard = '';
  for await (const chunk of socket) {
    heard += String(chunk);
    if (heard.includes('answer 50.')) break;
  }
  expect(most).toBe(1);
  expect([...heard.matchAll(/answer (\d+)\./g)].map(([, at]) => Number(at))).toEqual(
    Array.from({ length: 50 }, (_, at) => at + 1),
  );
});

test('a connection that sends on and on, without reading an answer, is closed after one answer', async () => {
  let begun = 0;
  const socket = await open(
    (_req, res) => {
      begun += 1;
      res.end(LARGE);
    },
    { maxPipelined: 10 },
  );
  const connected = once(server ?? socket, 'connection');
  socket.pause().write(GET.repeat(1_300));
  const [peer] = (await connected) as [Socket];
  await once(peer, 'close');
  expect(begun).toBe(1);
});

test('an answer that nobody reads ends its connection; one that is read slowly does not', async () => {
  const unread = await open((_req, res) => void res.end(LARGE), { unreadMs: 2_000 });
  const connected = once(server ?? unread, 'connection');
  unread.pause().write(GET);
  const [peer] = (await connected) as [Socket];
  const closed = once(peer, 'close');
  const other = connect(peer.localPort ?? 0, '127.0.0.1');
  sockets.push(other);
  other.write(GET);
  let bytes = 0;
  for await (const chunk of other) {
    bytes += (chunk as Buffer).length;
    if (bytes >= LARGE.length) break;
  }
  expect(bytes).toBeGreaterThanOrEqual(LARGE.length);
  await closed;
  await once(unread.resume(), 'close');
  expect(unread.bytesRead).toBeLessThan(LARGE.length);
});
