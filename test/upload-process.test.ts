import { connect } from 'node:net';
import { once } from 'node:events';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCustomer, type Customer } from './support/customer.ts';
import { newDataDir, openShopProcess, removeData, type ShopProcess } from './support/shop-process.ts';

let shop: ShopProcess;
let dataDir: string;
let customer: Customer;
let picture: Buffer;

beforeAll(async () => {
  dataDir = await newDataDir();
  shop = await openShopProcess({ dataDir });
  customer = await registerCustomer(shop.url);
  picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1a7440' } })
    .jpeg()
    .toBuffer();
  const put = await upload(picture);
  if (!put.ok) throw new Error(`the first picture was refused: ${put.status}`);
});

afterAll(async () => {
  await shop.kill();
  await removeData(dataDir);
});

function upload(body: Buffer): Promise<Response> {
  return fetch(`${shop.url}/api/profile/picture`, {
    method: 'PUT',
    headers: { Cookie: customer.cookie },
    body: new Uint8Array(body),
  });
}

const imgUrl = async (): Promise<unknown> => {
  const { body } = await customer.get('/api/profile');
  return typeof body === 'object' && body !== null && 'imgUrl' in body ? body.imgUrl : undefined;
};

test('an upload cut off half way leaves the picture as it is, and the shop as it was', async () => {
  const before = await imgUrl();
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `PUT /api/profile/picture HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${customer.cookie}\r\nContent-Length: ${picture.length}\r\n\r\n`,
  );
  socket.write(picture.subarray(0, picture.length / 2));
  socket.destroy();
  await once(socket, 'close');
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  expect(await imgUrl()).toBe(before);
  expect(shop.output()).not.toContain('"level":50');
});

test('30 MB are refused and the picture stays', async () => {
  const before = await imgUrl();
  const large = Buffer.alloc(30 * 1024 * 1024, 7);
  // The shop may hang up before all is sent: that is a refusal too.
  const status = await upload(large).then(
    (response) => response.status,
    () => 413,
  );
  expect(status).toBe(413);
  expect(await imgUrl()).toBe(before);
});
