import { expect, test } from 'vitest';
import { isPushAddress, readPushWish } from './subscription.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/Q',
])('%s is of a push service', (address) => expect(isPushAddress(address)).toBe(true));

test.each([
  'http://push.example/x',
  'https://push.example:8443/x',
  'https://user@push.example/x',
  'https://localhost/x',
  'https://shop.localhost/x',
  'https://router.lan/x',
  'https://metadata.google.internal/x',
  'https://127.0.0.1/x',
  'https://0x7f.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://[fd00::1]/x',
  'https://printer/x',
  'https://push.example./x',
  'file:///etc/passwd',
  'javascript:0',
  '',
])('the shop sends nothing to %j', (address) => expect(isPushAddress(address)).toBe(false));

const ON = {
  want: 'on',
  endpoint: 'https://push.example/x',
  p256dh: `B${'x'.repeat(86)}`,
  auth: 'y'.repeat(22),
  language: 'bn',
};

test('what a browser sends is read whole, or refused by name', () => {
  expect(readPushWish(ON)).toEqual({ ok: true, value: ON });
  for (const [field, value] of Object.entries({ endpoint: 'https://10.0.0.1/', p256dh: 'A', auth: '', language: 'fr' }))
    expect(readPushWish({ ...ON, [field]: value })).toMatchObject({ ok: false, status: 422, fields: [{ field }] });
  for (const input of [null, 'on', {}, { want: 'all' }, { ...ON, user: 'x' }, { want: 'off' }])
    expect(readPushWish(input)).toMatchObject({ ok: false, status: 422 });
});
