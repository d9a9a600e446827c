import type { Logger } from 'pino';
import type { Order } from '../../domain/orders/order.ts';
import type { OrderEvent } from './change.ts';
import { type Limit, type RateLimits, limitKey } from '../limits/rate-limits.ts';
import type { Sender } from '../mail/email.ts';
import { orderMail } from './order-templates.ts';

/** For one recipient, who may never have asked for a mail. Reset links have their own limit (identity/limits.ts). */
const ORDER_MAIL_LIMIT: Limit = { max: 20, seconds: 24 * 60 * 60 };

interface OrderMailOptions {
  limits: Pick<RateLimits, 'count'> | null;
  sender: Sender;
  log: Pick<Logger, 'warn'>;
}

export type OrderMails = ReturnType<typeof createOrderMails>;

/** The mails go to the account's address. */
export function createOrderMails({ limits, sender, log }: OrderMailOptions) {
  /** A mail about an order, and what limits the mails of its recipient; null: nothing. */
  const compose = (order: Order, event: OrderEvent) => {
    const { email: to, language } = event.customer;
    const counter = limits && { key: limitKey('order-mail', to), limit: ORDER_MAIL_LIMIT };
    return { ...orderMail(event, { to, language }, order, sender), counter };
  };
  const leftOut = (order: Order, { kind, customer: { id } }: OrderEvent): void =>
    log.warn({ user: id, order: order.id, kind }, 'an order mail was left out: this recipient has had too many today');
  return { compose, leftOut };
}
