import type { OrderNews } from '../../domain/orders/change-order.ts';
import type { RateLimits } from '../../server/limits/rate-limits.ts';
import { type OrderMails, createOrderMails } from '../../server/orders/order-mails.ts';

/**
 * The mails about orders, put into the outbox and not sent. `onLeftOut` gets what is logged when a limit leaves one
 * out.
 */
export function orderMails(
  limits: RateLimits | null = null,
  onLeftOut: (facts: object) => void = () => {},
  smsOn: readonly OrderNews[] = [],
): OrderMails {
  return createOrderMails({
    limits,
    smsOn: () => smsOn,
    sender: {
      name: 'Sodai',
      nameBn: 'সদাই',
      phone: '+880 1700-000000',
      url: 'https://shop.example',
    },
    log: { warn: onLeftOut },
  });
}
