/** A proxy in front of a shop that loses answers, as mobile networks and overloaded machines do. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * What the proxy does with requests: passes them on, never answers, answers 502 itself, drops every second connection
 * without an answer, or, like a shop that was stopped, breaks off all connections and refuses others.
 */
export type ProxyMode = 'pass' | 'hang' | 'bad-gateway' | 'drop-half' | 'drop';

export interface FlakyProxy {
  readonly url: string;
  /** The paths of all requests so far. */
  readonly asked: string[];
  /** The bytes of all answers so far, with their headers. */
  sent(): number;
  /** From now on. What hangs until then breaks off. */
  setMode(mode: ProxyMode): void;
  close(): void;
}

/** Starts it in front of the shop at `target`. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  let count = 0;
  let mode: ProxyMode = 'pass';
  const asked: string[] = [];
  const hanging = new Set<Socket>();
  const server = createServer((req, res) => {
    asked.push(req.url ?? '');
    count += 1;
    if (mode === 'hang') {
      hanging.add(req.socket);
      return;
    }
    if (mode === 'drop' || (mode === 'drop-half' && count % 2 === 0)) {
      req.socket.destroy();
      return;
    }
    if (mode === 'bad-gateway') {
      res.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      return;
    }
    const passed = request(target + req.url, { method: req.method ?? 'GET', headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    res.on('close', () => passed.destroy());
    req.pipe(passed);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    sent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    setMode(next) {
      mode = next;
      for (const socket of hanging) socket.destroy();
      hanging.clear();
      if (next === 'drop') server.closeAllConnections();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
