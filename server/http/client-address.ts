/** The client's address, for rate limits and the security log (docs/operations.md, 'Behind a proxy, with TLS'). */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** The header with the client's address. server/pages.ts overwrites any value from the client, so that limits cannot be avoided. */
export const CLIENT_ADDRESS = 'x-client-address';

/** This machine and private networks: only the operator's own proxies connect from there. Covers IPv4-mapped addresses too. */
const OWN_NETWORKS = new BlockList();
OWN_NETWORKS.addSubnet('127.0.0.0', 8);
OWN_NETWORKS.addSubnet('10.0.0.0', 8);
OWN_NETWORKS.addSubnet('172.16.0.0', 12);
OWN_NETWORKS.addSubnet('192.168.0.0', 16);
OWN_NETWORKS.addAddress('::1', 'ipv6');
OWN_NETWORKS.addSubnet('fc00::', 7, 'ipv6');

type Sender = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/** The operator's proxy appends it to `X-Forwarded-For`, so the last entry counts. From others it is ignored: anyone can write anything. */
export function clientAddress({ headers, socket }: Sender): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',').at(-1)?.trim();
  return forwarded && OWN_NETWORKS.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4') ? forwarded : peer;
}
