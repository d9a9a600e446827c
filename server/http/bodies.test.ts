import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../../test/support/listen.ts';
import { createBodyReader, endSlowBodies, takeBody } from './bodies.ts';
import { CLIENT_ADDRESS } from './client-address.ts';
import { compose } from './middleware.ts';

const PART = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb';
const HEADERS = new Map([['X-Content-Type-Options', 'nosniff']]);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A shop's edge before a framework that answers with what it was sent, as JSON. Answers its port. */
async function open({ bodyMs = 60_000 } = {}): Promise<number> {
  const read = createBodyReader();
  const listener = createRequestListener(async (arrived: Request) => {
    const taken = await takeBody(arrived, new URL(arrived.url).pathname.startsWith('/api/'), read);
    return taken instanceof Response ? taken : Response.json(await taken.text());
  });
  server = createServer(
    compose([endSlowBodies({ bodyMs, headers: HEADERS }), (req, res) => listener(req, res)], () => {}),
  );
  return listen(server);
}

test.each(['/user/login', '/user/login.data', '/api/orders', '/api/auth/sign-in/email'])(
  'a body of 40 MB for %s is refused after its first pieces, and the rest is dropped',
  async (path) => {
    const socket = connect(await open(), '127.0.0.1');
    const head = (length: string): string => `POST ${path} HTTP/1.1\r\nHost: shop\r\n${length}\r\n\r\n`;
    const piece = `10000\r\n${'a'.repeat(64 * 1024)}\r\n`;
    socket.write(head('Transfer-Encoding: chunked') + piece + piece);
    const [heard] = (await once(socket, 'data')) as [Buffer];
    expect(heard.toString()).toMatch(/^HTTP\/1\.1 413 [^]*application\/problem\+json/);
    for (let pieces = 2; pieces < 640; pieces += 1) if (!socket.write(piece)) await once(socket, 'drain');
    // The connection is as good as before.
    socket.write(`0\r\n\r\n${head('Content-Length: 65537')}`);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  },
);

test('64 kB are taken, a byte more is not, whether it is announced or counted', async () => {
  const url = `http://127.0.0.1:${await open()}/api/orders`;
  for (const [size, status] of [
    [64 * 1024, 200],
    [64 * 1024 + 1, 413],
  ] as const) {
    const body = new Uint8Array(size).fill(32);
    const pieces = new Blob([body]).stream();
    expect((await fetch(url, { method: 'POST', body })).status).toBe(status);
    expect((await fetch(url, { method: 'POST', body: pieces, duplex: 'half' } as RequestInit)).status).toBe(status);
  }
});

test.each([
  ['POST', 'application/x-www-form-urlencoded', 'a=b', 200],
  ['POST', 'application/x-www-form-urlencoded; charset=UTF-8', 'a=b', 200],
  ['POST', 'multipart/form-data; boundary=x', `${PART}\r\n--x--\r\n`, 200],
  ['POST', 'multipart/form-data; boundary=x', PART, 400],
  ['POST', 'multipart/form-data', 'a', 400],
  ['POST', 'application/json', '{}', 415],
  ['POST', 'application/json', '', 415],
  ['POST', 'text/plain', 'a', 415],
  ['POST', undefined, '', 200],
  ['PATCH', 'application/x-www-form-urlencoded', 'a=b', 405],
  ['DELETE', undefined, '', 405],
])('%s of %s to a screen: %j is %i', async (method, type, body, status) => {
  const port = await open();
  const sent = request({ port, path: '/user/login', method, headers: type ? { 'Content-Type': type } : {} });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(status);
});

test('when too many bodies stand still the oldest is given up, that of the same network first', async () => {
  const read = createBodyReader({ network: 2, process: 4 });
  const ended: string[] = [];
  const send = (name: string, network: string) => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const headers = { [CLIENT_ADDRESS]: network };
    const init = { method: 'POST', headers, body: body.readable, duplex: 'half' } as RequestInit;
    const done = read(new Request('http://shop/api/orders', init)).then((taken) =>
      ended.push(`${name} ${taken instanceof Response ? taken.status : Buffer.from(taken).toString()}`),
    );
    return { done, body };
  };
  const [first, second] = [send('first', '192.0.2.1'), send('second', '192.0.2.2')];
  const third = send('third', '192.0.2.1');
  send('fourth', '192.0.2.1');
  await first.done;
  expect(ended).toEqual(['first 408']);
  send('fifth', '192.0.2.3');
  send('sixth', '192.0.2.4');
  await second.done;
  expect(ended).toEqual(['first 408', 'second 408']);
  const writer = third.body.writable.getWriter();
  await writer.write(Buffer.from('arrived'));
  await writer.close();
  await third.done;
  expect(ended.at(-1)).toBe('third arrived');
});

test.each(['/api/orders', '/api/profile/picture'])('a body for %s that stands still is given up', async (path) => {
  const socket = connect(await open({ bodyMs: 20 }), '127.0.0.1');
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\nhalf of it`);
  let heard = '';
  for await (const chunk of socket) heard += String(chunk);
  expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  expect(heard).toContain('X-Content-Type-Options: nosniff');
});

test('after the answer the rest of a body has a time limit too, even while bytes arrive', async () => {
  server = createServer(
    compose([endSlowBodies({ bodyMs: 50 }), (_req, res) => void res.writeHead(401).end('no')], () => {}),
  );
  const port = await listen(server);
  for (const path of ['/', '/api/profile/picture']) {
    const socket = connect(port, '127.0.0.1');
    // Being reset is an end too.
    const closed = new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve()));
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: 60000\r\n\r\na`);
    const drip = setInterval(() => socket.write('a'), 10);
    socket.resume();
    await closed;
    clearInterval(drip);
    expect(socket.destroyed).toBe(true);
  }
});
