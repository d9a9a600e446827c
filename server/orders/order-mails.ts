import type { Logger } from 'pino';
import type { Mail } from '../mail/mail.ts';
import type { OrderMails } from './status.ts';
import { type Limit, type RateLimits, limitKey } from '../limits/rate-limits.ts';
import type { Sender } from '../mail/email.ts';
import { orderMail } from './order-templates.ts';

/** For one recipient, who may never have asked for a mail. Reset links have their own limit (identity/endpoints.ts). */
const ORDER_MAIL_LIMIT: Limit = { max: 20, seconds: 24 * 60 * 60 };

interface OrderMailOptions {
  mail: Pick<Mail, 'enqueue'>;
  limits: Pick<RateLimits, 'count'> | null;
  sender: Sender;
  log: Pick<Logger, 'warn'>;
}

/** The mails go to the account's address. */
export function createOrderMails({ mail, limits, sender, log }: OrderMailOptions): OrderMails {
  const compose: OrderMails['compose'] = (order, { kind, customer: { email, language } }) => ({
    ...orderMail(kind, { to: email, language }, order, sender),
    counter: limits && { key: limitKey('order-mail', email), limit: ORDER_MAIL_LIMIT },
  });
  const leftOut: OrderMails['leftOut'] = (order, { kind, customer: { id } }) =>
    log.warn({ user: id, order: order.id, kind }, 'an order mail was left out: this recipient has had too many today');
  return {
    compose,
    leftOut,
    async write(trx, order, event) {
      const { counter, ...email } = compose(order, event);
      const wait = counter ? ((await limits?.count([counter], trx)) ?? 0) : 0;
      if (wait === 0) return mail.enqueue(trx, email);
      leftOut(order, event);
    },
  };
}
