/** The client's address, for rate limits and the security log (docs/operations.md, 'Behind a proxy, with TLS'). */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** The header with the client's address. server/pages.ts overwrites any value from the client, so that limits cannot be avoided. */
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
 * Each of the operator's proxies appends to `X-Forwarded-For` who asked it: so the last entry counts that is none of them. Entries of
 * others are ignored, because anyone can write anything.
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
