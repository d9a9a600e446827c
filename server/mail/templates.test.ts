import { describe, expect, test } from 'vitest';
import { inTk } from '../../domain/messages.ts';
import type { Order } from '../../domain/order.ts';
import { ORDER_TEMPLATES } from './order-templates.ts';
import { passwordResetEmail } from './reset-template.ts';

const sender = { name: 'Sodai', phone: '+880 1700-000000', url: 'https://shop.example' };
const to = 'rahima@example.com';
const order: Order = {
  id: 'abc123abc123abc123abc123',
  status: 'pending',
  orderItems: [
    {
      id: 'rice',
      name: 'মিনিকেট <script>',
      name_bn: '',
      imgUrl: '',
      weight: '5',
      unit: 'kg',
      price: 100,
      discount: '12.5',
      status: 'top',
      category: 'rice',
      type: 'raw-products',
      available: true,
      quantity: 3,
    },
  ],
  subTotal: 262.5,
  shippingCost: 60,
  discount: 37.5,
  totalCost: 322.5,
  time: 'Sat, 21 Nov 2026 12:30:00 GMT',
  paymentMethod: 'cashon',
  paymentStatus: 'unpaid',
  shippingInfo: {
    name: 'Rahima',
    email: 'rahima@example.com',
    phone: '01712345678',
    gender: 'female',
    street: '7 Lake Road',
    city: 'Dhaka',
    postcode: '1207',
    division: 'dhaka',
    country: 'Bangladesh',
  },
};

describe('emails', () => {
  test('a reset mail has its link in both forms, and how long it works', () => {
    const url = 'https://shop.example/user/reset-password/abc?x=1&y=2';
    const email = passwordResetEmail(to, { url, minutes: 30 }, sender);
    expect(email).toMatchObject({ to: 'rahima@example.com', subject: 'Reset your Sodai password' });
    expect(email.text).toContain(url);
    expect(email.text).toContain('within 30 minutes');
    expect(email.html).toContain('href="https://shop.example/user/reset-password/abc?x=1&amp;y=2"');
    for (const form of [email.text, email.html]) expect(form).toContain('Sodai · +880 1700-000000');
  });

  test('texts of the catalogue are escaped', () => {
    const { html } = ORDER_TEMPLATES.placed(to, order, sender);
    expect(html).toContain('মিনিকেট &lt;script&gt;');
    expect(html).not.toContain('<script>');
  });

  test('no text that a customer typed is in a mail, because the address may be a stranger’s', () => {
    const typed = {
      name: 'WIN-A-PRIZE',
      street: 'https://evil.example/',
      city: 'CALL-NOW',
      email: 'other@example.com',
    };
    const bait = { ...order, shippingInfo: { ...order.shippingInfo, ...typed } };
    for (const write of Object.values(ORDER_TEMPLATES)) {
      const { to: recipient, ...words } = write(to, bait, sender);
      expect(recipient).toBe(to);
      for (const text of Object.values(typed)) expect(JSON.stringify(words)).not.toContain(text);
    }
  });

  test('a placed order’s mail has its lines, totals, destination and link', () => {
    const { subject, text } = ORDER_TEMPLATES.placed(to, order, sender);
    expect(subject).toBe('We have your order #abc123');
    for (const part of [
      'Hello!\n',
      `3 × মিনিকেট <script> (5 kg): ${inTk('262.5')}`,
      `Subtotal: ${inTk('262.5')}\nShipping: ${inTk('60.0')}\nDiscount: ${inTk('37.5')}\nTotal: ${inTk('322.5')}`,
      'Delivery to: dhaka 1207, phone 01712345678.',
      'https://shop.example/user/orders/abc123abc123abc123abc123',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('the mails of a canceled and a delivered order name the status', () => {
    expect(ORDER_TEMPLATES.canceled(to, order, sender).subject).toBe('Your order #abc123 is canceled');
    expect(ORDER_TEMPLATES.delivered(to, order, sender).subject).toBe('Your order #abc123 is delivered');
  });
});
