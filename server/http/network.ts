import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network that limits and the security log count an address under: an IPv4 address itself, or the /64 of an IPv6 one, which one
 * household has as a whole. Whatever is no address counts together, as 'unknown'.
 */
export function networkOf(address: string | null): string {
  // The library takes '1' and '0x7f.1' for addresses too.
  if (address === null || isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const front = parsed.parts.slice(0, 4);
  return front.map((part) => part.toString(16)).join(':');
}
