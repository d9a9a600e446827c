import { describe, expect, test } from 'vitest';
import { nat } from 'fast-check';
import { type AddressAnswer, type ShopFacts, type Space, checksOf, isBackupBad } from './checks.ts';
import { settingsWith } from './settings.ts';
import { testAll } from '../../test/support/properties.ts';

const GB = 1e9;
const GOOD: ShopFacts = {
  settings: settingsWith({ phone: '+880 1711-000000', opening: ['open'] }),
  address: 'https://shop.example',
  answer: { fault: null, certificateDays: 61.9 },
  demoProducts: 0,
  pages: [],
  mails: { toFiles: false, fault: null, testedTo: [] },
  sms: { toGateway: false, fault: null },
  backup: { hours: 9.5, fault: null, sameDisk: false },
  spaces: [{ name: 'the shop', free: 20 * GB, total: 40 * GB }],
  operators: [{ email: 'rina@example.com', secondFactor: true }],
};

/** One line of the doctor. */
function lineOf(name: string, change: Partial<ShopFacts> = {}): string {
  const check = checksOf({ ...GOOD, ...change }).find((one) => one.name === name);
  return `${check?.ok ? 'ok' : '!!'} ${check?.text}`;
}

test('a shop that lacks nothing has nothing to do', () => expect(checksOf(GOOD).filter(({ ok }) => !ok)).toEqual([]));

describe('the address', () => {
  const answered = (answer: AddressAnswer | null, address = GOOD.address) => lineOf('Address', { address, answer });

  test('must be reached by others, and safely', () => {
    expect(answered(null, 'http://localhost:3000')).toBe(
      '!! http://localhost:3000 is on this machine only: set PUBLIC_URL',
    );
    expect(answered(null, 'http://shop.example')).toMatch(/^!! http:\/\/shop.example is not encrypted/);
    expect(answered({ fault: 'does not answer: ENOTFOUND', certificateDays: null })).toBe(
      '!! https://shop.example does not answer: ENOTFOUND',
    );
  });

  test('has a certificate for two weeks at least', () => {
    expect(lineOf('Address')).toBe('ok https://shop.example, with a certificate for 61 days');
    expect(answered({ fault: null, certificateDays: 14 })).toMatch(/^ok/);
    expect(answered({ fault: null, certificateDays: 13.9 })).toMatch(/^!! .* ends in 13 days/);
  });
});

test('mails are sent, or the line says why not', () => {
  expect(lineOf('Mail')).toBe('ok mails are sent');
  const mails = { toFiles: false, fault: null, testedTo: ['a@example.com', 'b@example.com'] };
  expect(lineOf('Mail', { mails })).toBe('ok a test was sent to a@example.com, b@example.com');
  expect(lineOf('Mail', { mails: { ...mails, fault: '550 no' } })).toBe('!! mails cannot be sent: 550 no');
  expect(lineOf('Mail', { mails: { ...mails, toFiles: true } })).toMatch(/^!! .*set SMTP_URL/);
});

test('SMS have a line where customers are told by them', () => {
  expect(lineOf('SMS')).toBe('!! undefined');
  const settings = { ...GOOD.settings, smsOn: ['placed'] as const };
  const said = (toGateway: boolean, fault: string | null) => lineOf('SMS', { settings, sms: { toGateway, fault } });
  expect(said(false, null)).toMatch(/^!! .*set SMS_URL/);
  expect(said(true, '429 slow down')).toBe('!! SMS cannot be sent: 429 slow down');
  expect(said(true, null)).toBe('ok SMS are sent');
});

test('a backup is proven, younger than 36 hours, and the last one had no fault', () => {
  const proven = (hours: number | null, fault: string | null = null, sameDisk = false) => {
    const backup = { hours, fault, sameDisk };
    return `${lineOf('Backup', { backup })}${isBackupBad(backup) ? ' (warned)' : ''}`;
  };
  expect(proven(0.5)).toBe('ok the last proven one is less than an hour old');
  expect(proven(35.99)).toBe('ok the last proven one is 35 hours old');
  expect(proven(36)).toBe('!! the last proven one is 36 hours old (warned)');
  expect(proven(2, 'the disk is full')).toBe('!! the last proven one is 2 hours old: the disk is full (warned)');
  expect(proven(null)).toBe('!! none is proven yet');
  expect(proven(2, null, true)).toBe('ok the last proven one is 2 hours old, on the disk that it should outlive');
  expect(lineOf('Backup', { backup: null })).toMatch(/^!! a dead disk takes everything/);
});

test('pages that state what is not so are named', () => {
  expect(lineOf('Pages')).toBe('ok they say what the settings say');
  const pages = [
    { page: 'About', says: '01711000101' },
    { page: 'Help', says: 'before 5 PM' },
  ];
  expect(lineOf('Pages', { pages })).toBe('!! About says 01711000101; Help says before 5 PM: that is not so any more');
});

test('what only whoever installed the shop can mend has its settings for them, and plain words for all others', () => {
  const checks = checksOf({ ...GOOD, address: 'http://localhost:3000', backup: null, operators: [] });
  const wrong = checks.filter(({ ok }) => !ok);
  expect(wrong.map(({ name, by }) => `${name}: ${by}`)).toEqual([
    'Address: installer',
    'Backup: installer',
    'Operators: owner',
  ]);
  expect(wrong.map(({ text }) => text).join()).toMatch(/PUBLIC_URL.*BACKUP_URL/);
  expect(wrong.map(({ plain }) => plain).join()).not.toMatch(/[A-Z]{3}_|operators invite|S3/);
});

describe('space', () => {
  const short = (...spaces: Space[]) => lineOf('Space', { spaces }).startsWith('!!');
  const disk = (free: number, total: number) => ({ name: 'the shop', free: free * GB, total: total * GB });

  test('is short below 1 GB, and below a twentieth of a small disk', () => {
    expect(lineOf('Space')).toBe('ok 20.0 of 40.0 GB free for the shop');
    expect([short(disk(0.9, 4)), short(disk(1.1, 4)), short(disk(1.9, 40)), short(disk(2.1, 40))]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(short(disk(10, 4_000))).toBe(false);
    expect(lineOf('Space', { spaces: [] })).toBe('!! how much is free cannot be seen');
    expect(short(disk(20, 40), { ...disk(0.5, 40), name: 'the backups' })).toBe(true);
  });

  testAll('is never short again with more of it', nat(5_000), nat(5_000), nat(5_000), (free, more, used) => {
    const total = free + more + used;
    expect(short(disk(free + more, total)) && !short(disk(free, total))).toBe(false);
  });
});
