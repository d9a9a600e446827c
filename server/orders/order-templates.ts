/** Addresses are not verified, a stranger may have registered one: so the mails repeat no text that people type (product §4). */
import { divisionOf } from '../../domain/accounts/address.ts';
import { localDigits } from '../../base/digits.ts';
import { type Language, localPath } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import type { DeliveryRules } from '../../domain/orders/delivery.ts';
import { type ChangedStatus, type Order, shortOrderId } from '../../domain/orders/order.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { formatAmount, shownLinePrice } from '../../domain/orders/pricing.ts';
import type { OrderEvent } from './status.ts';
import { type Email, type Part, type Sender, renderEmail, type Recipient } from '../mail/email.ts';
import { TEXTS } from '../../messages/texts.ts';
import { amountText, deliveryText, productText, timeText } from '../mail/texts.ts';

type Texts = (typeof TEXTS)[Language];

/** The shop as an order's mail needs it. */
export type OrderSender = Sender & { delivery: DeliveryRules };

export function orderMail(kind: OrderEvent['kind'], recipient: Recipient, order: Order, sender: OrderSender): Email {
  return kind === 'placed'
    ? orderPlacedMail(recipient, order, sender)
    : orderChangedMail(kind, recipient, order, sender);
}

function orderPlacedMail(recipient: Recipient, order: Order, sender: OrderSender): Email {
  const { language } = recipient;
  const texts = TEXTS[language];
  const { phone, postcode, division, areaName = '', areaNameBn = areaName } = order.shippingInfo;
  const known = divisionOf(division);
  const destination = {
    division: [
      shopNameIn(language, { name: areaName, nameBn: areaNameBn }),
      language === 'en' || known === null ? division : texts.DIVISION_NAMES[known],
    ]
      .filter(Boolean)
      .join(', '),
    postcode: localDigits(language, postcode),
    phone: localDigits(language, phone),
  };
  return orderEmail(recipient, order, sender, texts.MAIL_PLACED_SUBJECT, [
    paragraph(fillIn(language, texts.MAIL_PLACED, { time: timeText(language, order) })),
    {
      kind: 'rows',
      rows: order.orderItems.map((item) => [
        `${localDigits(language, item.quantity)} × ${productText(language, item)}`,
        amountText(language, shownLinePrice(item)),
      ]),
    },
    ...totals(language, order),
    paragraph(deliveryText(language, order, sender.delivery)),
    paragraph(fillIn(language, texts.MAIL_TO_BE_PAID, { method: texts.PAYMENT_METHOD_NAMES[order.paymentMethod] })),
    paragraph(fillIn(language, texts.MAIL_DELIVERY_TO, destination)),
    paragraph(texts.MAIL_NOT_YOURS),
  ]);
}

function orderChangedMail(status: ChangedStatus, recipient: Recipient, order: Order, sender: Sender): Email {
  const { language } = recipient;
  const { subject, text } = TEXTS[language].MAIL_CHANGED[status];
  return orderEmail(recipient, order, sender, subject, [
    paragraph(fillIn(language, text, { time: timeText(language, order) })),
    ...totals(language, order),
  ]);
}

function orderEmail(
  { to, language }: Recipient,
  order: Order,
  sender: Sender,
  subject: Texts['MAIL_PLACED_SUBJECT'] | Texts['MAIL_CHANGED'][ChangedStatus]['subject'],
  parts: readonly Part[],
): Email {
  const texts = TEXTS[language];
  const url = sender.url + localPath(language, `/user/orders/${order.id}`);
  return renderEmail(
    {
      to,
      language,
      subject: fillIn(language, subject, { id: shortOrderId(order.id) }),
      parts: [paragraph(texts.MAIL_HELLO), ...parts, { kind: 'link', label: texts.MAIL_VIEW_ORDER, url }],
    },
    sender,
  );
}

function paragraph(text: string): Part {
  return { kind: 'paragraph', text };
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
  return [{ kind: 'rows', rows }, ...(order.discount > 0 ? [paragraph(saved)] : [])];
}
