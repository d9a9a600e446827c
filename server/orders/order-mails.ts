import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Order } from '../../domain/orders/order.ts';
import type { Tables } from '../db/tables.ts';
import type { Mail } from '../mail/mail.ts';
import type { OrderEvent } from './status.ts';
import { type Limit, type RateLimits, limitKey } from '../limits/rate-limits.ts';
import { orderMail, type OrderSender } from './order-templates.ts';

/** For one recipient, who may never have asked for a mail. Reset links have their own limit (identity/limits.ts). */
const ORDER_MAIL_LIMIT: Limit = { max: 20, seconds: 24 * 60 * 60 };

interface OrderMailOptions {
  mail: Pick<Mail, 'enqueue'>;
  limits: Pick<RateLimits, 'count'> | null;
  sender: OrderSender;
  log: Pick<Logger, 'warn'>;
}

export type OrderMails = ReturnType<typeof createOrderMails>;

/** The mails go to the account's address. */
export function createOrderMails({ mail, limits, sender, log }: OrderMailOptions) {
  /** A mail about an order, and what limits the mails of its recipient; null: nothing. */
  const compose = (order: Order, { kind, customer: { email, language } }: OrderEvent) => ({
    ...orderMail(kind, { to: email, language }, order, sender),
    counter: limits && { key: limitKey('order-mail', email), limit: ORDER_MAIL_LIMIT },
  });
  const leftOut = (order: Order, { kind, customer: { id } }: OrderEvent): void =>
    log.warn({ user: id, order: order.id, kind }, 'an order mail was left out: this recipient has had too many today');
  return {
    compose,
    leftOut,
    /** Adds the mail to the outbox inside the transaction that changes the order, unless its limit leaves it out. */
    async write(trx: Transaction<Tables>, order: Order, event: OrderEvent): Promise<void> {
      const { counter, ...email } = compose(order, event);
      const wait = counter ? ((await limits?.count([counter], trx)) ?? 0) : 0;
      if (wait === 0) return mail.enqueue(trx, email);
      leftOut(order, event);
    },
  };
}
