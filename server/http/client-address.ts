import type { IncomingMessage } from 'node:http';

/** Addresses from which only a proxy of the operator's own can speak: this machine and private networks. */
const PRIVATE = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i;

/**
 * The network address that a request came from. Behind a proxy of one's own that is the last address the proxy added to
 * `X-Forwarded-For`; from anywhere else that header is the sender's own claim and counts for nothing.
 */
export function clientAddress({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',').at(-1)?.trim();
  return forwarded && PRIVATE.test(peer) ? forwarded : peer;
}
