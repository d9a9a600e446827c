/** The live endpoint alone, on a real HTTP server: clients that browser tests cannot imitate. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type Socket, connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listen } from '../../test/support/listen.ts';
import { SOON } from '../../test/support/soon.ts';
import type { Viewer } from '../identity/identity.ts';
import type { Live, LiveEvent, Subscriber } from './live.ts';
import { eventStream } from './events.ts';
import { compose } from '../http/middleware.ts';

/** How an answer of unknown length ends. */
const LAST_CHUNK = /\r\n0\r\n\r\n$/;

function viewerOf(id: string): Viewer {
  return { id, email: '', name: '', role: 'user', language: 'en' };
}

let server: Server | undefined;
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** Opens the endpoint over a fake feed, whose events the test sends. The cookie is the customer's name. */
async function openEndpoint(
  options: Partial<Parameters<typeof eventStream>[1]> = {},
  address: Parameters<typeof eventStream>[0] = '/api/live',
) {
  const handlers = new Set<(event: LiveEvent) => void>();
  const asked: [number, string | undefined][] = [];
  const subscribed: Subscriber[] = [];
  const live: Pick<Live, 'subscribe' | 'changesWithin'> = {
    subscribe(who, handler) {
      subscribed.push(who);
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    changesWithin(ms, { userId }) {
      asked.push([ms, userId]);
      return ['products'];
    },
  };
  const session = async (headers: Headers) => ({
    user: viewerOf(headers.get('cookie') ?? ''),
    expiresAt: new Date(Date.now() + 60_000),
  });
  const step = eventStream(address, { live, session, network: () => 'here', onLimited: () => {}, ...options });
  const listener = compose([step, (_, res) => void res.writeHead(404).end()], () => {});
  server = createServer(listener);
  return { port: await listen(server), handlers, asked, subscribed };
}

/** Asks; answers with the connection, the first piece that came, and all that has come by now. */
async function ask(port: number, { path = '/api/live', headers = '' } = {}) {
  const client = connect({ port, host: '127.0.0.1' });
  clients.push(client);
  client.on('error', () => {});
  client.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n${headers}\r\n`);
  let heard = '';
  client.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  await once(client, 'data');
  return { client, head: heard, heard: () => heard };
}

test('an event after the end of a stream is dropped', async () => {
  const { port, handlers } = await openEndpoint();
  const { heard } = await ask(port);
  for (const handler of handlers) {
    handler('closing');
    // The stream is not closed yet: a client may be slow to read it.
    handler('products');
  }
  await vi.waitFor(() => expect(heard()).toMatch(LAST_CHUNK), SOON);
});

test('a client that goes, politely or not, is dropped', async () => {
  const { port, handlers } = await openEndpoint();
  const { client: polite } = await ask(port);
  const { client: gone } = await ask(port);
  expect(handlers.size).toBe(2);
  polite.end();
  gone.resetAndDestroy();
  await vi.waitFor(() => expect(handlers.size).toBe(0), SOON);
});

test('a client that takes nothing any more is dropped once some has piled up', async () => {
  const { port, handlers } = await openEndpoint();
  const { client } = await ask(port);
  client.pause();
  // The operating system's own buffers come first; writing goes on between the rounds.
  await vi.waitFor(() => {
    for (let count = 0; count < 20_000; count += 1) for (const tell of handlers) tell('products');
    expect(handlers.size).toBe(0);
  }, SOON);
});

test('a silent connection is written to', async () => {
  const { port } = await openEndpoint({ heartbeatMs: 20 });
  const { heard } = await ask(port);
  await vi.waitFor(() => expect(heard().match(/: \n\n/g)?.length).toBeGreaterThanOrEqual(2), SOON);
});

test('a process has so many connections and no more, until one goes', async () => {
  const { port, handlers } = await openEndpoint({ limits: { process: 2 } });
  const [first] = [await ask(port), await ask(port)];
  const { head } = await ask(port);
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  expect(head).toMatch(/^Retry-After: \d+/im);
  expect(head).toContain('application/problem+json');
  expect(head).toContain('Too many live connections.');
  first.client.destroy();
  await vi.waitFor(() => expect(handlers.size).toBe(1), SOON);
  expect((await ask(port)).head).toMatch(/^HTTP\/1\.1 200 /);
});

test('each customer has a limit of connections', async () => {
  const { port } = await openEndpoint({ limits: { customer: 1 } });
  const rahim = { headers: 'Cookie: rahim\r\n' };
  expect((await ask(port, rahim)).head).toMatch(/^HTTP\/1\.1 200 /);
  const { head } = await ask(port, rahim);
  expect(head).toMatch(/^HTTP\/1\.1 429 /);
  expect(head).toContain('Too many live connections of one customer.');
  expect((await ask(port, { headers: 'Cookie: karim\r\n' })).head).toMatch(/^HTTP\/1\.1 200 /);
});

test('a page gets the events of the time since it was requested', async () => {
  const { port, asked } = await openEndpoint();
  const { client } = await ask(port);
  expect(asked).toEqual([]);
  client.destroy();
  const { heard } = await ask(port, { path: '/api/live?age=1500', headers: 'Cookie: rahim\r\n' });
  const [ms = 0, who] = asked.at(-1) ?? [];
  // A little more than the given age: another process's cached page may be older.
  expect(ms).toBeGreaterThan(1_500);
  expect(ms).toBeLessThan(10_000);
  expect(who).toBe('rahim');
  await vi.waitFor(() => expect(heard()).toContain('event: products'), SOON);
  await ask(port, { headers: 'Last-Event-ID: 7\r\n' });
  expect(asked.at(-1)).toEqual([Number.POSITIVE_INFINITY, undefined]);
  await ask(port, { path: '/api/live?age=soon' });
  expect(asked).toHaveLength(2);
});

test('a browser comes back after a while that differs from one to the next', async () => {
  const { port } = await openEndpoint();
  const heads = await Promise.all(Array.from({ length: 8 }, async () => (await ask(port)).head));
  const waits = heads.map((head) => Number(/retry: (\d+)/.exec(head)?.[1]));
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(2_000);
  expect(new Set(waits).size).toBeGreaterThan(1);
});

test('each network has a limit of connections, whoever connects', async () => {
  const limited: (string | undefined)[] = [];
  const { port } = await openEndpoint({
    limits: { network: 2 },
    network: (req) => String(req.headers['x-network']),
    onLimited: (_, userId) => limited.push(userId),
  });
  const from = (network: string, more = '') => ask(port, { headers: `X-Network: ${network}\r\n${more}` });
  const [first] = await Promise.all([from('a'), from('a')]);
  expect((await from('a', 'Cookie: rahim\r\n')).head).toMatch(/^HTTP\/1\.1 429 /);
  expect(limited).toEqual(['rahim']);
  expect((await from('b')).head).toMatch(/^HTTP\/1\.1 200 /);
  first.client.destroy();
  await vi.waitFor(async () => expect((await from('a')).head).toMatch(/^HTTP\/1\.1 200 /), SOON);
});

test('a stream whose session has ended sends one last event and closes', async () => {
  const ended = new Set<string>();
  const session = async (headers: Headers) => {
    const id = headers.get('cookie') ?? '';
    return ended.has(id) ? null : { user: viewerOf(id), expiresAt: new Date(2e15) };
  };
  const { port, handlers } = await openEndpoint({ session });
  const { heard } = await ask(port, { headers: 'Cookie: rahim\r\n' });
  const { heard: visitorHeard } = await ask(port);
  for (const tell of handlers) tell('profile');
  await vi.waitFor(() => expect(heard()).toContain('event: profile'), SOON);
  expect(handlers.size).toBe(2);
  ended.add('rahim');
  for (const tell of handlers) {
    tell('profile');
    tell('profile');
  }
  await vi.waitFor(() => expect(heard()).toMatch(LAST_CHUNK), SOON);
  expect(heard().match(/event: profile/g)).toHaveLength(2);
  await vi.waitFor(() => expect(handlers.size).toBe(1), SOON);
  for (const tell of handlers) tell('products');
  await vi.waitFor(() => expect(visitorHeard()).toContain('event: products'), SOON);
});

test('a session that runs out takes its stream with it', async () => {
  const viewer = viewerOf('rahim');
  const session = async () => ({ user: viewer, expiresAt: new Date(Date.now() + 50) });
  const { port } = await openEndpoint({ session, heartbeatMs: 20 });
  const { heard } = await ask(port, { headers: 'Cookie: rahim\r\n' });
  await vi.waitFor(() => expect(heard()).toMatch(LAST_CHUNK), SOON);
  expect(heard().match(/event: profile/g)).toHaveLength(1);
});

describe('the stream of the console', () => {
  const path = '/operator/live' as const;
  const nusrat = { path, headers: 'Cookie: nusrat\r\n' };

  test('needs an operator’s session', async () => {
    const { port, handlers } = await openEndpoint({ session: async () => null }, path);
    for (const request of [{ path }, nusrat]) {
      const { head } = await ask(port, request);
      expect(head).toMatch(/^HTTP\/1\.1 401 /);
      expect(head).toContain('application/problem+json');
    }
    expect(handlers.size).toBe(0);
    expect((await ask(port)).head).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('has the events of the console', async () => {
    const { port, handlers, subscribed } = await openEndpoint({}, path);
    const { heard } = await ask(port, nusrat);
    expect(subscribed).toEqual([{ userId: 'nusrat', console: true }]);
    for (const tell of handlers) tell('console');
    await vi.waitFor(() => expect(heard()).toMatch(/event: console\ndata: {}\n\n/), SOON);
  });

  test('ends with its session', async () => {
    let open = true;
    const known = { user: viewerOf('nusrat'), expiresAt: new Date(2e15) };
    const session = async () => (open ? known : null);
    const { port, handlers } = await openEndpoint({ session }, path);
    const { heard } = await ask(port, nusrat);
    open = false;
    for (const tell of handlers) tell('profile');
    await vi.waitFor(() => expect(heard()).toMatch(LAST_CHUNK), SOON);
    await vi.waitFor(() => expect(handlers.size).toBe(0), SOON);
  });

  test('ends when its session ended while it was looked for', async () => {
    let asked = 0;
    const session = async () => ((asked += 1) > 1 ? null : { user: viewerOf('nusrat'), expiresAt: new Date(2e15) });
    const live = {
      subscribe: () => () => {},
      changesWithin: (_: number, who: Subscriber) => (who.userId === 'nusrat' ? (['profile'] as const).slice() : []),
    };
    const { port } = await openEndpoint({ session, live }, path);
    const { heard } = await ask(port, nusrat);
    await vi.waitFor(() => expect(heard()).toMatch(LAST_CHUNK), SOON);
  });

  test('shoppers’ pages are no console', async () => {
    const { port, subscribed } = await openEndpoint();
    await ask(port, { headers: 'Cookie: rahim\r\n' });
    expect(subscribed).toEqual([{ userId: 'rahim', console: false }]);
  });
});
