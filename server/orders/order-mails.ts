/**
 * The messages to customers about their orders. Addresses are not verified, a stranger may have registered one: so they
 * repeat no text that customers type (product §4).
 */
import type { Logger } from 'pino';
import { divisionOf } from '../../domain/accounts/address.ts';
import { localDigits } from '../../base/digits.ts';
import { type Language, localPath } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import { isToldReason } from '../../domain/orders/reasons.ts';
import { type Order, shortOrderId } from '../../domain/orders/order.ts';
import { shownEdit } from '../../domain/orders/history.ts';
import { whenOf } from '../../domain/orders/delivery.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { formatAmount, shownLinePrice } from '../../domain/orders/pricing.ts';
import type { OrderEvent } from './change.ts';
import { type Limit, type RateLimits, limitKey } from '../limits/rate-limits.ts';
import type { Channel } from '../mail/mail.ts';
import { changeTexts, expectedText } from '../../messages/change-text.ts';
import { TEXTS } from '../../messages/texts.ts';
import { amountText, productText, renderEmail, timeText } from '../mail/email.ts';
import type { Email, Part, Recipient, Sender } from '../mail/email.ts';

/** For one recipient, who may never have asked for a mail. Reset links have their own limit (identity/guard.ts). */
const ORDER_MAIL_LIMIT: Limit = { max: 20, seconds: 24 * 60 * 60 };

/** A row of the outbox: what write_messages (db/functions/) takes. */
export interface Message extends Email {
  channel: Channel;
  limit: (Limit & { key: string }) | null;
}

interface OrderMailOptions {
  limits: Pick<RateLimits, 'count'> | null;
  sender: Sender;
  log: Pick<Logger, 'warn'>;
}

export type OrderMails = ReturnType<typeof createOrderMails>;

/** The mails go to the account's address. */
export function createOrderMails({ limits, sender, log }: OrderMailOptions) {
  /** The messages about what happened to an order, one for each channel. */
  const compose = (order: Order, event: OrderEvent): Message[] => {
    const { email: to, language } = event.customer;
    // Visitors need not give one.
    if (to === '') return [];
    const limit = limits && { key: limitKey('order-mail', to), ...ORDER_MAIL_LIMIT };
    return [{ channel: 'mail', ...orderMail(event, { to, language }, order, sender), limit }];
  };
  const leftOut = (order: Order, { kind, customer: { id } }: OrderEvent): void =>
    log.warn({ user: id, order: order.id, kind }, 'an order mail was left out: this recipient has had too many today');
  return { compose, leftOut };
}

export function orderMail(
  { kind, edit, link, reasons = [] }: Pick<OrderEvent, 'kind' | 'edit' | 'link' | 'reasons'>,
  { to, language }: Recipient,
  order: Order,
  sender: Sender,
): Email {
  const texts = TEXTS[language];
  const { subject, text } = {
    placed: { subject: texts.MAIL_PLACED_SUBJECT, text: texts.MAIL_PLACED },
    changed: texts.MAIL_EDITED,
    'set-back': texts.MAIL_SET_BACK,
    ...texts.MAIL_CHANGED,
  }[kind];
  const url = sender.url + localPath(language, link ?? `/user/orders/${order.id}`);
  const toBePaid = fillIn(language, texts.MAIL_TO_BE_PAID, { method: texts.PAYMENT_METHOD_NAMES[order.paymentMethod] });
  const parts = [
    texts.MAIL_HELLO,
    fillIn(language, text, { time: timeText(language, order) }),
    ...(kind === 'placed' ? [lineRows(language, order)] : []),
    // The address is in the order's page alone.
    ...(edit ? changeTexts(language, texts, shownEdit(edit)) : []),
    ...reasons.map((reason) => (isToldReason(reason) ? texts.CANCEL_REASON_TEXTS[reason] : reason)),
    ...(kind === 'changed' ? [toBePaid] : []),
    ...totals(language, order),
    ...(kind === 'placed' ? deliveryTexts(language, order, toBePaid) : []),
    { kind: 'link', label: texts.MAIL_VIEW_ORDER, url } as const,
  ];
  return renderEmail(sender, {
    to,
    language,
    subject: fillIn(language, subject, { id: shortOrderId(order.id) }),
    parts,
  });
}

function lineRows(language: Language, { orderItems }: Order): Part {
  const rows = orderItems.map((item): [string, string] => [
    `${localDigits(language, item.quantity)} × ${productText(language, item)}`,
    amountText(language, shownLinePrice(item)),
  ]);
  return { kind: 'rows', rows };
}

/** When, against what and where it is delivered. */
function deliveryTexts(language: Language, order: Order, toBePaid: string): string[] {
  const texts = TEXTS[language];
  const { phone, postcode, division, areaName = '', areaNameBn = areaName } = order.shippingInfo;
  const when = whenOf(order);
  const area = shopNameIn(language, { name: areaName, nameBn: areaNameBn });
  const known = divisionOf(division);
  const destination = {
    division: [area, language === 'en' || known === null ? division : texts.DIVISION_NAMES[known]]
      .filter(Boolean)
      .join(', '),
    postcode: localDigits(language, postcode),
    phone: localDigits(language, phone),
  };
  return [
    ...(when === null ? [] : [expectedText(language, texts, when)]),
    toBePaid,
    fillIn(language, texts.MAIL_DELIVERY_TO, destination),
    texts.MAIL_NOT_YOURS,
  ];
}

/** The sum, and what was saved, which the subtotal already excludes. */
function totals(language: Language, order: Order): Part[] {
  const { SUBTOTAL, SHIPPING, TOTAL, YOU_SAVED } = TEXTS[language];
  const amount = (tk: number): string => amountText(language, formatAmount(tk));
  const rows: [string, string][] = [
    [SUBTOTAL, amount(order.subTotal)],
    [SHIPPING, amount(order.shippingCost)],
    [TOTAL, amount(order.totalCost)],
  ];
  const saved = fillIn(language, YOU_SAVED, { price: amount(order.discount) });
  return [{ kind: 'rows', rows }, ...(order.discount > 0 ? [saved] : [])];
}
