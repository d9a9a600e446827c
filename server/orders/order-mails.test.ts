import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayInDhaka, dayParts } from '../../base/dates.ts';
import { fillIn } from '../../base/message.ts';
import { times } from '../../test/support/arbitraries.ts';
import type { EditDetails } from '../../domain/orders/edit-order.ts';
import { orderMail } from './order-mails.ts';
import { passwordResetEmail, type Recipient, timeText } from '../mail/email.ts';
import { TEXTS } from '../../messages/texts.ts';
import { exampleItem, exampleOrder, exampleShipping } from '../../test/support/factories.ts';

const sender = { name: 'Sodai', nameBn: 'সদাই', phone: '+880 1700-000000', url: 'https://shop.example' };
const to = 'rahima@example.com';
const order = exampleOrder({
  orderItems: [
    exampleItem({ name: 'মিনিকেট <script>', weight: '5', price: 100, discount: '12.5', category: 'rice', quantity: 3 }),
  ],
  shippingInfo: exampleShipping({ name: 'Rahima', email: to, street: '7 Lake Road' }),
});

const edit: EditDetails = {
  lines: [
    { id: 'onion', name: 'Onion', name_bn: 'পেঁয়াজ', from: 3, to: 2 },
    { id: 'egg', name: 'Egg', name_bn: '', from: 0, to: 1 },
    { id: 'rui', name: 'Rui', name_bn: 'রুই', from: 1, to: 0 },
  ],
  total: [432.5, 322.5],
  shippingInfo: { street: ['7 Lake Road', 'https://evil.example/'], phone: ['', 'CALL-NOW'] },
};

const inEnglish: Recipient = { to, language: 'en' };
const inBangla: Recipient = { to, language: 'bn' };
const KINDS = ['placed', 'canceled', 'delivered', 'set-back', 'changed'] as const;

describe('emails', () => {
  test('a reset mail has its link in both forms, and how long it works', () => {
    const url = 'https://shop.example/user/reset-password/abc?x=1&y=2';
    const email = passwordResetEmail(inEnglish, url, 30, sender);
    expect(email).toMatchObject({ to: 'rahima@example.com', subject: 'Reset your Sodai password' });
    expect(email.text).toContain(url);
    expect(email.text).toContain('within 30 minutes');
    expect(email.html).toContain('href="https://shop.example/user/reset-password/abc?x=1&amp;y=2"');
    for (const form of [email.text, email.html]) expect(form).toContain('Sodai · +880 1700-000000');
  });

  test('why an order was changed or canceled is said, in the words of the customer’s language where there are any', () => {
    const text = (kind: 'changed' | 'canceled', reasons: string[], recipient = inEnglish): string =>
      orderMail({ kind, edit, reasons }, recipient, order, sender).text;
    expect(text('changed', ['No onions <today>', 'out-of-stock'])).toContain('No onions <today>\n\nOut of stock');
    expect(text('canceled', ['out-of-stock'], inBangla)).toContain(TEXTS.bn.CANCEL_REASON_TEXTS['out-of-stock']);
    expect(orderMail({ kind: 'changed', edit, reasons: ['<b>'] }, inEnglish, order, sender).html).toContain(
      '&lt;b&gt;',
    );
  });

  test('texts of the catalogue are escaped', () => {
    for (const recipient of [inEnglish, inBangla]) {
      const { html } = orderMail({ kind: 'placed' }, recipient, order, sender);
      expect(html).toContain('মিনিকেট &lt;script&gt;');
      expect(html).not.toContain('<script>');
    }
  });

  test('no text that a customer typed is in a mail, because the address may be a stranger’s', () => {
    const place = { street: 'https://evil.example/', city: 'CALL-NOW' };
    const typed = { name: 'WIN-A-PRIZE', email: 'other@example.com', ...place };
    const bait = { ...order, shippingInfo: { ...order.shippingInfo, ...typed } };
    for (const kind of KINDS) {
      for (const recipient of [inEnglish, inBangla]) {
        const { to: address, ...words } = orderMail({ kind, edit }, recipient, bait, sender);
        expect(address).toBe(to);
        for (const text of Object.values(typed)) expect(JSON.stringify(words)).not.toContain(text);
      }
    }
  });

  test('a placed order’s mail has its lines, totals, destination and link', () => {
    const { subject, text } = orderMail({ kind: 'placed' }, inEnglish, order, sender);
    expect(subject).toBe('We have your order #abc123');
    for (const part of [
      'Hello!\n',
      'Thank you for your order of Sat, 21 Nov 2026 12:30:00 GMT (21 November 2026, 6:30 PM in Dhaka). This is what we will bring you:',
      '3 × মিনিকেট <script> (5 kg): Tk 262.5',
      'Subtotal: Tk 262.5\nShipping: Tk 60.0\nTotal: Tk 322.5\n\nYou saved Tk 37.5\n',
      'Expected delivery: Sunday 22 November\n',
      'To be paid on delivery (Cash On delevery).',
      "Delivery to: dhaka 1207, phone 01712345678. Your order's page has the whole address.",
      'View your order:\nhttps://shop.example/user/orders/abc123abc123abc123abc123\n',
      'If you did not order this, somebody gave your e-mail address instead of theirs: do nothing.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text.endsWith('\n\nSodai · +880 1700-000000\nhttps://shop.example/\n')).toBe(true);
  });

  test('the mails of a canceled and a delivered order name the status', () => {
    const ordered = 'Your order of Sat, 21 Nov 2026 12:30:00 GMT (21 November 2026, 6:30 PM in Dhaka)';
    for (const [kind, words] of [
      ['canceled', 'is canceled. Nothing will be delivered or charged.'],
      ['delivered', 'was delivered. Enjoy it!'],
    ] as const) {
      const { subject, text } = orderMail({ kind }, inEnglish, order, sender);
      expect(subject).toBe(`Your order #abc123 is ${kind}`);
      expect(text).toContain(`${ordered} ${words}`);
    }
  });
});

test('the mail of an edited order says what changed and what is to be paid, without the address', () => {
  const { subject, text } = orderMail({ kind: 'changed', edit }, inEnglish, order, sender);
  expect(subject).toBe('Your order #abc123 was changed');
  for (const part of [
    '2 × Onion instead of 3\n',
    '1 × Egg added\n',
    'Rui removed\n',
    'Tk 110 less\n',
    'Address or contact changed\n',
    'To be paid on delivery (Cash On delevery).',
    'Total: Tk 322.5',
  ])
    expect(text).toContain(part);
  const bangla = orderMail({ kind: 'changed', edit }, inBangla, order, sender);
  expect(bangla.subject).toBe('আপনার অর্ডার #abc123 বদলানো হয়েছে');
  for (const part of ['৩-এর বদলে ২ × পেঁয়াজ\n', '১ × Egg যোগ হয়েছে\n', 'রুই বাদ গেছে\n', '৳১১০ কম\n'])
    expect(bangla.text).toContain(part);
  const sameTotal: EditDetails = { ...edit, total: [10, 10], shippingInfo: {} };
  const same = orderMail({ kind: 'changed', edit: sameTotal }, inEnglish, order, sender);
  expect(same.text).not.toMatch(/ less| more|Address/);
});

test('the mail of an order that is open again says that it was a mistake', () => {
  const { subject, text } = orderMail({ kind: 'set-back' }, inEnglish, order, sender);
  expect(subject).toBe('Your order #abc123 is open again');
  expect(text).toContain('is open again: what we told you before was a mistake.');
  const bangla = orderMail({ kind: 'set-back' }, inBangla, order, sender);
  expect(bangla.subject).toBe('আপনার অর্ডার #abc123 আবার চালু হয়েছে');
  expect(bangla.text).toContain('২১ নভেম্বর ২০২৬, সন্ধ্যা ৬:৩০-এর অর্ডারটি আবার চালু হয়েছে');
});

describe('emails in Bangla', () => {
  const bangla = TEXTS.bn;

  test('say that they are', () => {
    const mails = (recipient: Recipient) => [
      ...KINDS.map((kind) => orderMail({ kind }, recipient, order, sender)),
      passwordResetEmail(recipient, 'https://shop.example/x', 30, sender),
    ];
    for (const { html } of mails(inBangla)) expect(html).toContain('<html lang="bn">');
    for (const { html } of mails(inEnglish)) expect(html).toContain('<html lang="en">');
  });

  test('a placed order’s mail has its names, amounts, time and links in Bangla', () => {
    const [line] = order.orderItems;
    const named = { ...order, orderItems: line ? [{ ...line, name: 'Miniket', name_bn: 'মিনিকেট চাল' }] : [] };
    const { subject, text } = orderMail({ kind: 'placed' }, inBangla, named, sender);
    expect(subject).toBe(fillIn('bn', bangla.MAIL_PLACED_SUBJECT, { id: '#abc123' }));
    const { SUBTOTAL, SHIPPING, TOTAL, UNIT_NAMES } = bangla;
    for (const part of [
      `${bangla.MAIL_HELLO}\n`,
      fillIn('bn', bangla.MAIL_PLACED, { time: '২১ নভেম্বর ২০২৬, সন্ধ্যা ৬:৩০' }),
      `৩ × মিনিকেট চাল (৫ ${UNIT_NAMES.kg}): ৳২৬২.৫`,
      `${SUBTOTAL}: ৳২৬২.৫\n${SHIPPING}: ৳৬০.০\n${TOTAL}: ৳৩২২.৫`,
      fillIn('bn', bangla.YOU_SAVED, { price: '৳৩৭.৫' }),
      fillIn('bn', bangla.EXPECTED_ON, { day: 'রবিবার, ২২ নভেম্বর' }),
      fillIn('bn', bangla.MAIL_TO_BE_PAID, { method: bangla.PAYMENT_METHOD_NAMES.cashon }),
      fillIn('bn', bangla.MAIL_DELIVERY_TO, {
        division: bangla.DIVISION_NAMES.dhaka,
        postcode: '১২০৭',
        phone: '০১৭১২৩৪৫৬৭৮',
      }),
      'https://shop.example/bn/user/orders/abc123abc123abc123abc123',
      bangla.MAIL_NOT_YOURS,
      'সদাই · +৮৮০ ১৭০০-০০০০০০\nhttps://shop.example/bn\n',
    ]) {
      expect(text).toContain(part);
    }
    const words = text.replace(/https:\S+|#abc123/g, '');
    expect(words).not.toMatch(/[0-9]|\p{Script=Latin}|\{|undefined/u);
  });

  test('a product without a Bangla name, and a unit without one, are as they are in the catalogue', () => {
    const [line] = order.orderItems;
    const plain = { ...order, orderItems: line ? [{ ...line, name: 'Miniket', unit: 'sack' }] : [] };
    expect(orderMail({ kind: 'placed' }, inBangla, plain, sender).text).toContain('৩ × Miniket (৫ sack): ৳২৬২.৫');
    expect(orderMail({ kind: 'placed' }, inEnglish, plain, sender).text).toContain('3 × Miniket (5 sack): Tk 262.5');
  });

  test('a canceled and a delivered order’s mail have the words of the status', () => {
    for (const status of ['canceled', 'delivered'] as const) {
      const { subject, text } = orderMail({ kind: status }, inBangla, order, sender);
      const expected = bangla.MAIL_CHANGED[status];
      expect(subject).toBe(fillIn('bn', expected.subject, { id: '#abc123' }));
      expect(text).toContain(fillIn('bn', expected.text, { time: '২১ নভেম্বর ২০২৬, সন্ধ্যা ৬:৩০' }));
      expect(text).toContain(`${bangla.TOTAL}: ৳৩২২.৫`);
    }
  });

  test('a reset mail has its link as it was given', () => {
    const url = 'https://shop.example/bn/user/reset-password/abc';
    const { subject, text, html } = passwordResetEmail(inBangla, url, 30, sender);
    expect(subject).toBe(fillIn('bn', bangla.MAIL_RESET_SUBJECT, { shop: 'সদাই' }));
    expect(text).toContain(`${bangla.SET_A_NEW_PASSWORD}:\n${url}\n`);
    expect(text).toContain(fillIn('bn', bangla.MAIL_RESET_ONCE, { minutes: 30 }));
    expect(html).toContain(`href="${url}"`);
  });
});

test('the time of an order is that of Dhaka, in English after its own text', () => {
  fc.assert(
    fc.property(times, (placedAt) => {
      const time = placedAt.toUTCString();
      expect(timeText('en', { time })).toMatch(/ GMT \(\d+ .* [AP]M in Dhaka\)$/);
      expect(timeText('en', { time }).startsWith(time)).toBe(true);
      const { day, year } = dayParts('bn', dayInDhaka(placedAt));
      const text = timeText('bn', { time });
      expect(text.startsWith(`${day} `)).toBe(true);
      expect(text).toContain(` ${year}, `);
      expect(text).not.toMatch(/[0-9A-Za-z]/);
    }),
  );
});
