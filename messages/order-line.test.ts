import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../base/language.ts';
import { ORDER_NEWS } from '../domain/orders/change-order.ts';
import { isOrderStatus } from '../domain/orders/order.ts';
import { smsParts } from '../domain/sms/parts.ts';
import { exampleOrder, exampleShipping } from '../test/support/factories.ts';
import { chatWith, orderChat, orderSms } from './order-line.ts';

const SHOP = { name: 'Karim Store', nameBn: 'করিম স্টোর' };
const order = exampleOrder({
  id: 'abc123'.padEnd(24, 'x'),
  status: 'pending',
  totalCost: 1250.5,
  deliveryDay: '2026-09-25',
  shippingInfo: exampleShipping({ phone: '01711000101' }),
});
const slot = { day: '2026-09-25', from: '17:00', to: '20:00' };

describe('an SMS', () => {
  test('says what happened, what is to be paid and when it comes', () => {
    expect(orderSms('en', 'placed', { ...order, slot }, SHOP)).toBe(
      'Karim Store: We have your order #abc123, Tk 1250.5, 25 Sep, 5 PM–8 PM',
    );
    expect(orderSms('bn', 'placed', order, SHOP)).toBe('করিম স্টোর: আপনার অর্ডার #abc123 পেয়েছি, ৳১২৫০.৫, ২৫ সেপ্টেম্বর');
    expect(orderSms('bn', 'delivered', { ...order, status: 'delivered' }, SHOP)).toBe(
      'করিম স্টোর: আপনার অর্ডার #abc123 ডেলিভারি হয়েছে',
    );
  });

  test.each(LANGUAGES.flatMap((language) => ORDER_NEWS.map((kind) => [language, kind] as const)))(
    'in %s that an order is %s is one part, with what fits into it',
    (language, kind) => {
      const status = isOrderStatus(kind) ? kind : 'pending';
      expect(smsParts(orderSms(language, kind, { ...order, status, slot }, SHOP))).toBe(1);
    },
  );

  test('always says what is to be paid, also after a long name', () => {
    const nameBn = 'মেসার্স করিম জেনারেল স্টোর অ্যান্ড ফ্রেশ ভেজিটেবলস';
    expect(orderSms('bn', 'placed', order, { ...SHOP, nameBn })).toMatch(/৳১২৫০.৫$/);
  });
});

test('a chat has the order, in the language of its customer; no other phone has one', () => {
  const textOf = (link: string | null) => [link?.split('?')[0], new URL(link ?? '').searchParams.get('text')];
  expect(textOf(orderChat('bn', { ...order, slot }, SHOP))).toEqual([
    'https://wa.me/8801711000101',
    'করিম স্টোর: আপনার অর্ডার #abc123, ৳১২৫০.৫, ২৫ সেপ্টেম্বর, বিকেল ৫টা থেকে রাত ৮টা',
  ]);
  expect(textOf(chatWith('en', '01711000101', SHOP))[1]).toBe('Hello, this is Karim Store.');
  expect(orderChat('en', { ...order, shippingInfo: exampleShipping({ phone: '12345' }) }, SHOP)).toBe(null);
});
