/** The mails about orders, and how many a recipient can get. */
import type { Logger } from 'pino';
import type { Mail } from './mail.ts';
import type { OrderHooks } from '../orders/status.ts';
import { type Limit, type RateLimits, limitKey } from '../identity/rate-limits.ts';
import type { Sender } from './email.ts';
import { orderMail } from './order-templates.ts';

/** For one recipient, who may never have asked for a mail. Reset links have their own limit (identity/endpoints.ts). */
const ORDER_MAIL_LIMIT: Limit = { max: 20, seconds: 24 * 60 * 60 };

interface OrderMailOptions {
  mail: Pick<Mail, 'enqueue'>;
  /** Null: no rate limits. */
  limits: Pick<RateLimits, 'countOne'> | null;
  sender: Sender;
  log: Pick<Logger, 'warn'>;
}

/** Stores the mail in the transaction that places or changes the order. It is sent to the account's address. */
export function createOrderMails(options: OrderMailOptions): Required<OrderHooks>['onOrderEvent'] {
  const { mail, limits, sender, log } = options;
  return async (trx, order, { kind, customer: { id, email, language } }) => {
    const wait = (await limits?.countOne(limitKey('order-mail', email), ORDER_MAIL_LIMIT, trx)) ?? 0;
    if (wait === 0) return mail.enqueue(trx, orderMail(kind, { to: email, language }, order, sender));
    log.warn({ user: id, order: order.id, kind }, 'an order mail was left out: this recipient has had too many today');
  };
}
