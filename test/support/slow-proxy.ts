/** A TCP proxy in front of a server, such as a database, that passes its answers late or not at all. */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface SlowProxy {
  /** On 127.0.0.1. */
  port: number;
  /** Each answer comes so many ms later from now on; Infinity: what has not been answered so far never is. */
  setDelay(ms: number): void;
  close(): void;
}

/** Starts it in front of the server at this address of 127.0.0.1. */
export async function startSlowProxy(target: number): Promise<SlowProxy> {
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (delayMs === 0) client.write(chunk);
      else if (Number.isFinite(delayMs)) setTimeout(() => client.destroyed || client.write(chunk), delayMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setDelay: (ms) => (delayMs = ms),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
