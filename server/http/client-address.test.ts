import { expect, test } from 'vitest';
import { clientAddress, networksOf } from './client-address.ts';

const LOOPBACK = networksOf(['127.0.0.0/8', '::1']);
const PRIVATE = networksOf([
  '127.0.0.0/8',
  '::1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  '203.0.113.200',
]);

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
  // The edges of the private networks.
  ['127.255.255.255', '203.0.113.7', '203.0.113.7'],
  ['172.31.255.255', '203.0.113.7', '203.0.113.7'],
  ['172.15.255.255', '203.0.113.7', '172.15.255.255'],
  ['192.168.0.1', '203.0.113.7', '203.0.113.7'],
  ['192.169.0.1', '203.0.113.7', '192.169.0.1'],
  ['11.0.0.1', '203.0.113.7', '11.0.0.1'],
  ['::1', '203.0.113.7', '203.0.113.7'],
  ['::2', '203.0.113.7', '::2'],
  ['fc00::1', '203.0.113.7', '203.0.113.7'],
  ['fbff::1', '203.0.113.7', 'fbff::1'],
  ['fe80::1%eth0', '203.0.113.7', 'fe80::1%eth0'],
  ['fd00::1%eth0', '203.0.113.7', '203.0.113.7'],
  // IPv4 addresses as IPv6 writes them; the last form is none of the network 10.
  ['::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:a00:2', '203.0.113.7', '203.0.113.7'],
  ['::ffff:198.51.100.9', '203.0.113.7', '::ffff:198.51.100.9'],
  ['::10.0.0.2', '203.0.113.7', '::10.0.0.2'],
  // A chain of proxies: the last one that is not the operator's own counts, whatever the client has sent before it.
  ['127.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['127.0.0.1', '203.0.113.7, 203.0.113.200, 127.0.0.1', '203.0.113.7'],
  ['127.0.0.1', '10.0.0.3', '10.0.0.3'],
  // Odd ones: a peer that is no address is never trusted, and an entry that is none is not taken for one.
  ['', '203.0.113.7', ''],
  ['10.0.0.2:80', '203.0.113.7', '10.0.0.2:80'],
  ['127.1', '203.0.113.7', '127.1'],
  ['127.0.0.1', '198.51.100.1,', '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, ', '127.0.0.1'],
  ['127.0.0.1', 'rubbish', '127.0.0.1'],
  ['127.0.0.1', '203.0.113.7, unknown', '127.0.0.1'],
  ['127.0.0.1', '203.0.113.7:443', '203.0.113.7'],
  ['127.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
  ['127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ['127.0.0.1', '2001:db8::1', '2001:db8::1'],
])('peer %s forwarding %s is %s', (peer, forwarded, address) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(clientAddress({ headers, socket: { remoteAddress: peer } }, PRIVATE)).toBe(address);
});

test.each(['10.0.0.2', '192.168.0.9', 'fd00::1', '172.20.1.1'])(
  'a neighbour in the private network (%s) cannot choose its address, unless it is named as a proxy',
  (peer) => {
    const sender = { headers: { 'x-forwarded-for': '203.0.113.7' }, socket: { remoteAddress: peer } };
    expect(clientAddress(sender, LOOPBACK)).toBe(peer);
    expect(clientAddress(sender, PRIVATE)).toBe('203.0.113.7');
  },
);
