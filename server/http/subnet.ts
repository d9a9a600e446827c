import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Limits and logs count by an IPv4 address, or the /64 of an IPv6 one, because one household has a whole /64; no address is 'unknown'. */
export function subnetOf(address: string | null): string {
  // The library takes '1' and '0x7f.1' for addresses too.
  if (address === null || isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const front = parsed.parts.slice(0, 4);
  return front.map((part) => part.toString(16)).join(':');
}
