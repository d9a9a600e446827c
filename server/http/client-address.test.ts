import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:10.0.0.2', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['172.20.1.1', '203.0.113.7', '203.0.113.7'],
  ['fd00::1', '203.0.113.7', '203.0.113.7'],
  // From the open network the header is a mere claim.
  ['198.51.100.9', '203.0.113.7', '198.51.100.9'],
  ['172.32.0.1', '203.0.113.7', '172.32.0.1'],
  ['127.0.0.1', '', '127.0.0.1'],
])('peer %s forwarding %s is %s', (peer, forwarded, address) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(clientAddress({ headers, socket: { remoteAddress: peer } })).toBe(address);
});
