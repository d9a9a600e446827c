/** Whose address a request counts under: limits and the security log go by it (docs/operations.md, 'Behind a proxy'). */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Networks in which only the operator's own proxies are: this machine and private networks, IPv4-mapped forms too. */
const OWN_NETWORKS = new BlockList();
OWN_NETWORKS.addSubnet('127.0.0.0', 8);
OWN_NETWORKS.addSubnet('10.0.0.0', 8);
OWN_NETWORKS.addSubnet('172.16.0.0', 12);
OWN_NETWORKS.addSubnet('192.168.0.0', 16);
OWN_NETWORKS.addAddress('::1', 'ipv6');
OWN_NETWORKS.addSubnet('fc00::', 7, 'ipv6');

/**
 * The network address that a request came from. A proxy of the operator's own adds it to `X-Forwarded-For`, as the last one. From
 * any other sender that header is a mere claim and is ignored.
 */
export function clientAddress({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',').at(-1)?.trim();
  return forwarded && OWN_NETWORKS.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4') ? forwarded : peer;
}
