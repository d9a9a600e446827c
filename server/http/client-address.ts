/** Addresses from which only a proxy of the operator's own can speak: this machine and private networks. */
const PRIVATE = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i;

/**
 * The network address that a request came from. Behind a proxy of one's own that is the last address the proxy added to
 * `X-Forwarded-For`; from anywhere else that header is the sender's own claim and counts for nothing.
 */
export function clientAddress(headers: Headers, peer: string): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return forwarded && PRIVATE.test(peer) ? forwarded : peer;
}
