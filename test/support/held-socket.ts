/** A listening socket for another program, as systemd hands it over. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** `close` when the program has it: until then this process would take its connections. */
export async function holdSocket(port: number): Promise<{ fd: number; close: () => void }> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  // Node has no public way to tell it.
  const { fd } = Reflect.get(server, '_handle') as { fd: number };
  return { fd, close: () => void server.close() };
}
