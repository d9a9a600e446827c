/**
 * The messages to customers about their orders. Addresses and phones are not verified, a stranger may have given one: so
 * they repeat no text that customers type (product §4).
 */
import type { Logger } from 'pino';
import { divisionOf } from '../../domain/accounts/address.ts';
import { localDigits } from '../../base/digits.ts';
import { type Language, localPath } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import type { OrderNews } from '../../domain/orders/change-order.ts';
import { isToldReason } from '../../domain/orders/reasons.ts';
import { type Order, shortOrderId } from '../../domain/orders/order.ts';
import { shownEdit } from '../../domain/orders/history.ts';
import { whenOf } from '../../domain/orders/delivery.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { readMobile } from '../../domain/typed/phone.ts';
import { formatAmount, shownLinePrice } from '../../domain/orders/pricing.ts';
import type { OrderEvent } from './change.ts';
import { type Limit, type RateLimits, limitKey } from '../limits/rate-limits.ts';
import type { Channel } from '../mail/mail.ts';
import { newsTexts, orderSms } from '../../messages/order-line.ts';
import { changeTexts, expectedText } from '../../messages/change-text.ts';
import { TEXTS } from '../../messages/texts.ts';
import { amountText, productText, renderEmail, timeText } from '../mail/email.ts';
import type { Email, Part, Recipient, Sender } from '../mail/email.ts';

/** For one recipient, who may never have asked for a mail. Reset links have their own limit (identity/guard.ts). */
const DAY_SECONDS = 24 * 60 * 60;
const ORDER_MAIL_LIMIT: Limit = { max: 20, seconds: DAY_SECONDS };
/** For one phone: each costs the shop money. */
const ORDER_SMS_LIMIT: Limit = { max: 10, seconds: DAY_SECONDS };

/** A row of the outbox: what write_messages (db/functions/) takes. */
export interface Message extends Email {
  channel: Channel;
  limit: (Limit & { key: string }) | null;
}

interface OrderMailOptions {
  limits: Pick<RateLimits, 'count'> | null;
  sender: Sender;
  /** What is told by SMS. */
  smsOn: () => readonly OrderNews[];
  log: Pick<Logger, 'warn'>;
}

export type OrderMails = ReturnType<typeof createOrderMails>;

/** Mails go to the customer's address, SMS to the order's phone: most whose language is not known read Bangla. */
export function createOrderMails({ limits, sender, smsOn, log }: OrderMailOptions) {
  const limited = (key: string, limit: Limit) => limits && { key, ...limit };
  const mailsOf = (order: Order, event: OrderEvent): Message[] => {
    const { kind, customer } = event;
    // Visitors need not give an address.
    if (!customer?.email || kind === 'on-its-way') return [];
    const { email: to, language } = customer;
    const limit = limited(limitKey('order-mail', to), ORDER_MAIL_LIMIT);
    return [{ channel: 'mail', ...orderMail(event, { to, language }, order, sender), limit }];
  };
  const smsOf = (order: Order, { kind, customer }: OrderEvent): Message[] => {
    const { phone: to } = order.shippingInfo;
    const phone = smsOn().includes(kind) ? readMobile(to) : null;
    if (phone === null) return [];
    const text = orderSms(customer?.language ?? 'bn', kind, order, sender);
    const limit = limited(limitKey('order-sms', phone), ORDER_SMS_LIMIT);
    return [{ channel: 'sms', to, subject: text, text, html: '', limit }];
  };
  return {
    /** Whether anybody may be told, so that nothing is read for nobody. */
    tells: (kind: OrderNews): boolean => kind !== 'on-its-way' || smsOn().includes(kind),
    /** The messages about what happened to an order, one for each channel. */
    compose: (order: Order, event: OrderEvent): Message[] => [...mailsOf(order, event), ...smsOf(order, event)],
    leftOut: (order: Order, { kind, customer }: OrderEvent): void =>
      log.warn(
        { user: customer?.id, order: order.id, kind },
        'an order mail or SMS was left out: this recipient has had too many today',
      ),
  };
}

export function orderMail(
  { kind, edit, link, reasons = [] }: Pick<OrderEvent, 'kind' | 'edit' | 'link' | 'reasons'>,
  { to, language }: Recipient,
  order: Order,
  sender: Sender,
): Email {
  const texts = TEXTS[language];
  const { subject, text } = newsTexts(texts)[kind];
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
