import pino from 'pino';
import { expect, test } from 'vitest';
import { createSecurityLog } from './security-log.ts';

function lines(): { written: Record<string, unknown>[]; log: ReturnType<typeof createSecurityLog> } {
  const written: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void written.push(JSON.parse(line)) });
  return { written, log: createSecurityLog(log, 'a secret of thirty-two characters') };
}

test('a line has the event, the user’s id and the network, and no personal data', () => {
  const { written, log } = lines();
  log.log('info', { event: 'login', address: '203.0.113.9', userId: 'abc' });
  log.log('warn', { event: 'login-failed', address: '2001:db8:1:2:3::4', email: 'rahim@example.com' });
  log.log('warn', { event: 'foreign-write', address: null, route: '/user/logout' });
  expect(written).toMatchObject([
    { level: 30, msg: 'security', event: 'login', user: 'abc', network: '203.0.113.9' },
    {
      level: 40,
      msg: 'security',
      event: 'login-failed',
      user: expect.stringMatching(/^~[\w-]{22}$/),
      network: '2001:db8:1:2',
    },
    { level: 40, msg: 'security', event: 'foreign-write', network: 'unknown', route: '/user/logout' },
  ]);
  expect(JSON.stringify(written)).not.toContain('rahim');
  expect(written[2]).not.toHaveProperty('user');
});

test('equal addresses have equal digests, different ones different digests', () => {
  const { written, log } = lines();
  for (const email of ['a@example.com', 'a@example.com', 'b@example.com']) {
    log.log('warn', { event: 'login-failed', address: null, email });
  }
  const [first, again, other] = written.map(({ user }) => user);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
