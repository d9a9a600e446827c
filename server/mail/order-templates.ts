/**
 * Mails about an order: placed, canceled, delivered (product §4). Addresses are not verified: a stranger may have
 * registered one. So the mails repeat no text that people type, no names and no streets.
 */
import { type Order, shortOrderId } from '../../domain/order.ts';
import { formatAmount, shownLinePrice } from '../../domain/pricing.ts';
import { DISCOUNT, PAY_CASH, SHIPPING, SUBTOTAL, TOTAL, inTk } from '../../domain/messages.ts';
import type { OrderEvent } from '../orders/status.ts';
import { type Email, type Part, type Sender, renderEmail } from './email.ts';

/** The confirmation of an order, with its lines, totals and destination. */
function orderPlacedEmail(to: string, order: Order, sender: Sender): Email {
  const { phone, postcode, division } = order.shippingInfo;
  return orderEmail(to, order, sender, `We have your order ${shortOrderId(order.id)}`, [
    { kind: 'paragraph', text: `Thank you for your order of ${order.time}. This is what we will bring you:` },
    {
      kind: 'rows',
      rows: order.orderItems.map((item) => [
        `${item.quantity} × ${item.name} (${[item.weight, item.unit].filter(Boolean).join(' ')})`,
        inTk(shownLinePrice(item)),
      ]),
    },
    { kind: 'rows', rows: totals(order) },
    { kind: 'paragraph', text: `To be paid on delivery (${PAY_CASH}).` },
    {
      kind: 'paragraph',
      text: `Delivery to: ${division} ${postcode}, phone ${phone}. Your order's page has the whole address.`,
    },
    {
      kind: 'paragraph',
      text: 'If you did not order this, somebody gave your e-mail address instead of theirs: do nothing.',
    },
  ]);
}

function orderCanceledEmail(to: string, order: Order, sender: Sender): Email {
  return orderEmail(to, order, sender, `Your order ${shortOrderId(order.id)} is canceled`, [
    { kind: 'paragraph', text: `Your order of ${order.time} is canceled. Nothing will be delivered or charged.` },
    { kind: 'rows', rows: totals(order) },
  ]);
}

function orderDeliveredEmail(to: string, order: Order, sender: Sender): Email {
  return orderEmail(to, order, sender, `Your order ${shortOrderId(order.id)} is delivered`, [
    { kind: 'paragraph', text: `Your order of ${order.time} was delivered. Enjoy it!` },
    { kind: 'rows', rows: totals(order) },
  ]);
}

/** The mail for each event of an order. */
export const ORDER_TEMPLATES: Readonly<
  Record<OrderEvent['kind'], (to: string, order: Order, sender: Sender) => Email>
> = {
  placed: orderPlacedEmail,
  canceled: orderCanceledEmail,
  delivered: orderDeliveredEmail,
};

function orderEmail(to: string, order: Order, sender: Sender, subject: string, parts: readonly Part[]): Email {
  return renderEmail(
    {
      to,
      subject,
      parts: [
        { kind: 'paragraph', text: 'Hello!' },
        ...parts,
        { kind: 'link', label: 'View your order', url: `${sender.url}/user/orders/${order.id}` },
      ],
    },
    sender,
  );
}

function amount(tk: number): string {
  return inTk(formatAmount(tk));
}

function totals(order: Order): [string, string][] {
  return [
    [SUBTOTAL, amount(order.subTotal)],
    [SHIPPING, amount(order.shippingCost)],
    // Already part of the subtotal.
    [DISCOUNT, amount(order.discount)],
    [TOTAL, amount(order.totalCost)],
  ];
}
