/** A slow mobile network in front of a shop: every connection passes a relay that delays its packets. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * Lighthouse's `mobileSlow4G`: the round trip in ms, and kilobits a second in each direction, shared by all
 * connections.
 */
const ROUND_TRIP_MS = 150;
const DOWN_KBPS = 1_638.4;
const UP_KBPS = 750;

export interface SlowNetwork {
  readonly url: string;
  close(): void;
}

/**
 * Starts it in front of the port. A new connection costs a round trip, as TCP's handshake does, and so does each
 * request. Unlike the network conditions of Chromium's DevTools it also slows down the service worker.
 */
export async function startSlowNetwork(target: number, port: number): Promise<SlowNetwork> {
  const down = link(DOWN_KBPS);
  const up = link(UP_KBPS);
  const sockets = new Set<Socket>();
  const server = createServer((phone) => {
    const shop = connect(target, '127.0.0.1');
    const opened = performance.now() + ROUND_TRIP_MS;
    relay(phone, shop, up, opened);
    relay(shop, phone, down, opened);
    for (const socket of [phone, shop]) sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** One direction: returns when so many bytes that set out at `from` have arrived, in ms. */
function link(kbps: number): (bytes: number, from: number) => number {
  let free = 0;
  return (bytes, from) => {
    free = Math.max(free, from) + (bytes * 8) / kbps;
    return free + ROUND_TRIP_MS / 2;
  };
}

function relay(from: Socket, to: Socket, arrival: ReturnType<typeof link>, opened: number): void {
  const after = (bytes: number, then: () => void): void => {
    const now = performance.now();
    setTimeout(then, arrival(bytes, Math.max(now, opened)) - now);
  };
  from.setNoDelay();
  from.on('data', (bytes) => after(bytes.length, () => void to.write(bytes)));
  from.on('end', () => after(0, () => void to.end()));
  from.on('error', () => to.destroy());
}
