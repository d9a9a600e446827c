import { createServer, type RequestListener } from 'node:http';
import { sendResponse } from '@remix-run/node-fetch-server';
import pino from 'pino';
import { expect, test } from 'vitest';
import { listen } from '../../test/support/listen.ts';
import { compose, requestLog } from './middleware.ts';
import { createLoadLimit, createRefusals, Overloaded } from './overload.ts';

const ROOM = { session: 1, read: 2, write: 1, upload: 1 };
const BROWSER = { accept: 'text/html,*/*' };

/** Runs `work` with the address of a server whose answers wait until they are `released`. */
async function withServer(
  work: (shop: {
    url: string;
    lines: { msg: string; requests?: number }[];
    waiting: (() => void)[];
    clock: { now: number };
    refused: () => number;
    arrived: (requests: number) => Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const lines: { msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const clock = { now: 0 };
  const waiting: (() => void)[] = [];
  let refused = 0;
  let changed = (): void => {};
  const metrics = { refused: () => void (refused += 1), answered: () => {} };
  const refuse = createRefusals(log, metrics, () => clock.now);
  const load = createLoadLimit(ROOM);
  const listener: RequestListener = compose(
    [
      requestLog(log, metrics, (path) => path),
      async (req, res) => {
        const answer = await load.answer({ method: req.method ?? '', path: req.url ?? '' }, async () => {
          await new Promise<void>((release) => {
            waiting.push(release);
            changed();
          });
          return new Response('served');
        });
        return sendResponse(res, answer);
      },
    ],
    (error, req, res) => void (error instanceof Overloaded ? sendResponse(res, refuse(req, res)) : res.destroy()),
  );
  const server = createServer(listener);
  const arrived = async (requests: number): Promise<void> => {
    while (waiting.length < requests) await new Promise<void>((resolve) => (changed = resolve));
  };
  const url = `http://127.0.0.1:${await listen(server)}`;
  try {
    await work({ url, lines, waiting, clock, refused: () => refused, arrived });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('beyond its room a process refuses at once, and serves again when something is done', () =>
  withServer(async ({ url, waiting, arrived, refused }) => {
    const served = [fetch(`${url}/a`), fetch(`${url}/b`)];
    await arrived(2);
    const answer = await fetch(`${url}/c`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-5]$/);
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
    expect(refused()).toBe(1);
    for (const release of waiting.splice(0)) release();
    for (const one of served) expect(await (await one).text()).toBe('served');
    const after = fetch(`${url}/d`);
    await arrived(1);
    waiting[0]?.();
    expect((await after).status).toBe(200);
  }));

test('writes have room of their own, and health is always answered', () =>
  withServer(async ({ url, waiting, arrived }) => {
    const served = [fetch(`${url}/a`), fetch(`${url}/b`)];
    await arrived(2);
    served.push(fetch(`${url}/api/orders`, { method: 'POST' }));
    await arrived(3);
    expect((await fetch(`${url}/api/orders`, { method: 'POST' })).status).toBe(503);
    for (const path of ['/healthz', '/readyz', '/metrics']) served.push(fetch(url + path));
    await arrived(6);
    for (const release of waiting) release();
    for (const one of served) expect((await one).status).toBe(200);
  }));

test.each([
  ['/groceries', 'en', 'Many people are shopping'],
  ['/bn/groceries', 'bn', 'কেনাকাটা'],
])('a browser gets a page at %s that opens by itself', (path, language, text) =>
  withServer(async ({ url, arrived }) => {
    void Promise.allSettled([fetch(`${url}/a`), fetch(`${url}/b`)]);
    await arrived(2);
    const answer = await fetch(url + path, { headers: BROWSER });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Refresh')).toMatch(/^[1-5]$/);
    const page = await answer.text();
    expect(page).toContain(`lang="${language}"`);
    expect(page).toContain(text);
  }),
);

test('the log says it once in ten seconds, with how many they were', () =>
  withServer(async ({ url, lines, clock, arrived }) => {
    void Promise.allSettled([fetch(`${url}/a`), fetch(`${url}/b`)]);
    await arrived(2);
    for (let request = 0; request < 5; request += 1) await fetch(`${url}/c`);
    clock.now = 10_000;
    await fetch(`${url}/c`);
    expect(lines.map(({ msg, requests }) => [msg, requests])).toEqual([
      ['more requests than the process can serve: some are refused', 1],
      ['more requests than the process can serve: some are refused', 5],
    ]);
  }));

test('uploads have room of their own, and operators’ files take up none', () =>
  withServer(async ({ url, waiting, arrived }) => {
    const upload = (path: string): Promise<Response> => fetch(url + path, { method: 'PUT', body: 'a picture' });
    const served = [upload('/api/profile/picture')];
    await arrived(1);
    expect((await upload('/api/profile/picture')).status).toBe(503);
    served.push(fetch(`${url}/api/orders`, { method: 'POST' }), upload('/api/operator/pictures'));
    await arrived(3);
    for (const release of waiting) release();
    for (const one of served) expect((await one).status).toBe(200);
  }));

test('work without an answer of its own is counted until it ends', async () => {
  const load = createLoadLimit(ROOM);
  const first = Promise.withResolvers<string>();
  const running = load.run('session', () => first.promise);
  await expect(load.run('session', () => Promise.resolve('second'))).rejects.toBeInstanceOf(Overloaded);
  first.resolve('first');
  expect(await running).toBe('first');
  await expect(load.run('session', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await load.run('session', () => Promise.resolve('third'))).toBe('third');
});
