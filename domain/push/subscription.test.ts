import { expect, test } from 'vitest';
import { isPushAddress, readPushWish } from './subscription.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/Q',
  'https://jmt17.google.com/fcm/send/x',
  'https://wns2-sg2p.notify.windows.com/w/?token=x',
])('%s is of a push service', (address) => expect(isPushAddress(address)).toBe(true));

test.each([
  'http://web.push.apple.com/x',
  'https://web.push.apple.com:8443/x',
  'https://user@web.push.apple.com/x',
  // A name of the internet that is no push service: the shop would knock there for whoever names it.
  'https://victim.example/x',
  'https://web.push.apple.com.victim.example/x',
  'https://victim.example/web.push.apple.com',
  'https://notpush.apple.com/x',
  'https://storage.googleapis.com/x',
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
  'https://web.push.apple.com./x',
  'file:///etc/passwd',
  'javascript:0',
  '',
])('the shop sends nothing to %j', (address) => expect(isPushAddress(address)).toBe(false));

const ON = {
  want: 'on',
  endpoint: 'https://web.push.apple.com/x',
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
