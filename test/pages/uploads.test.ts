import { type Socket, connect } from 'node:net';
import { once } from 'node:events';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerCustomer, type Customer } from '../support/customer.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { SOON } from '../support/soon.ts';
import { newOperator } from '../support/operators.ts';

let shop: FrontDoor;
let logged = '';
let customer: Customer;
let picture: Buffer;

beforeAll(async () => {
  shop = await openFrontDoor({}, pino({ level: 'error' }, { write: (line) => void (logged += line) }));
  customer = await registerCustomer(shop.url);
  picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1a7440' } })
    .jpeg()
    .toBuffer();
  const put = await upload(picture);
  if (!put.ok) throw new Error(`the first picture was refused: ${put.status}`);
});

afterAll(() => shop.close());

function upload(body: Buffer, { cookie } = customer): Promise<Response> {
  return fetch(`${shop.url}/api/profile/picture`, {
    method: 'PUT',
    headers: { Cookie: cookie },
    body: new Uint8Array(body),
  });
}

const imgUrl = async (): Promise<unknown> => {
  const { body } = await customer.get('/api/profile');
  return typeof body === 'object' && body !== null && 'imgUrl' in body ? body.imgUrl : undefined;
};

/** Sends the first half of the picture, when the shop has begun with the request. */
async function uploadHalf({ cookie } = customer): Promise<Socket> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `PUT /api/profile/picture HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nContent-Length: ${picture.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.write(picture.subarray(0, picture.length / 2));
  return socket;
}

test("no cache keeps a customer's picture", async () => {
  const { headers } = await fetch(shop.url + String(await imgUrl()));
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/webp', 'no-store']);
});

test('a customer sends one picture at a time; another customer does not wait', async () => {
  const [busy, other] = await Promise.all([registerCustomer(shop.url), registerCustomer(shop.url)]);
  const viewer = await shop.services.identity.viewer(new Headers({ Cookie: busy.cookie }));
  if (!viewer) throw new Error('the customer is not signed in');
  const arriving = Promise.withResolvers<Uint8Array>();
  const first = shop.services.users.setPicture(viewer, () => arriving.promise);
  const refused = await upload(picture, busy);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ status: 429, detail: expect.stringContaining('Another picture') });
  expect((await upload(picture, other)).status).toBe(200);
  arriving.resolve(picture);
  expect(await first).toMatchObject({ ok: true });
});

test('an interrupted upload leaves the picture and the shop unchanged', async () => {
  const before = await imgUrl();
  const socket = await uploadHalf();
  socket.destroy();
  await once(socket, 'close');
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  expect(await imgUrl()).toBe(before);
  expect(logged).toBe('');
});

test('an interrupted form of the console is no error of the shop', async () => {
  const { hostname, port } = new URL(shop.url);
  const { cookie } = await newOperator(shop.services.operators);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /operator/products/new HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nExpect: 100-continue\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n',
  );
  const [begun] = await once(socket, 'data');
  expect(String(begun)).toMatch(/^HTTP\/1\.1 100 /);
  socket.destroy();
  await once(socket, 'close');
  const screen = await fetch(`${shop.url}/operator/products/new`, { headers: { Cookie: cookie } });
  expect(screen.status).toBe(200);
  expect(logged).toBe('');
});

test('30 MB are refused and the picture stays', async () => {
  const before = await imgUrl();
  const large = Buffer.alloc(30 * 1024 * 1024, 7);
  // The shop may close the connection before everything is sent; that is a refusal too.
  const send = () =>
    upload(large).then(
      (response) => response.status,
      () => 413,
    );
  // The shop may still be processing the interrupted upload.
  await vi.waitFor(async () => expect(await send()).toBe(413), SOON);
  expect(await imgUrl()).toBe(before);
});
