/** The client's address, for rate limits and the security log (docs/operations.md, 'Behind a proxy, with TLS'). */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The header with the client's address. server/pages.ts overwrites what clients send, so that limits hold. */
export const CLIENT_ADDRESS = 'x-client-address';

type Sender = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** `entries`: addresses and networks ('172.16.0.0/12'). They cover IPv4-mapped addresses too. */
export function networksOf(entries: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(bits), familyOf(address));
  }
  return networks;
}

/**
 * Each proxy of the operator adds to `X-Forwarded-For` who asked it. So the last entry that is no proxy counts; anybody
 * may have written the others.
 */
export function clientAddress({ headers, socket }: Sender, proxies: BlockList): string {
  const hops = [headers['x-forwarded-for'] ?? []].flat().join().split(',').map(withoutPort);
  let address = socket.remoteAddress ?? '';
  while (proxies.check(address, familyOf(address))) {
    const before = hops.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** Some proxies append the port: `203.0.113.7:443`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry.trim()) ?? [];
  return bracketed ?? plain ?? entry.trim();
}

/** What limits and logs count by: an IPv4 address, or the /64 of an IPv6 one, which one household has. */
export function subnetOf(address: string | null): string {
  // The library takes '1' and '0x7f.1' for addresses too.
  if (address === null || isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const front = parsed.parts.slice(0, 4);
  return front.map((part) => part.toString(16)).join(':');
}
