/** Addresses are not verified, a stranger may have registered one: so the mails repeat no text that people type (product §4). */
import { divisionOf } from '../../domain/accounts/address.ts';
import { localDigits } from '../../base/digits.ts';
import { type Language, localPath } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import { type ChangedStatus, type Order, shortOrderId } from '../../domain/orders/order.ts';
import type { EditDetails } from '../../domain/orders/edit-order.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { formatAmount, shownLinePrice } from '../../domain/orders/pricing.ts';
import type { OrderEvent } from './change.ts';
import { type Email, type Part, type Sender, renderEmail, type Recipient } from '../mail/email.ts';
import { changeTexts } from '../../messages/change-text.ts';
import { TEXTS } from '../../messages/texts.ts';
import { amountText, deliveryText, productText, timeText } from '../mail/texts.ts';

type Texts = (typeof TEXTS)[Language];
type ChangedTexts = Texts['MAIL_CHANGED'][ChangedStatus] | Texts['MAIL_SET_BACK'] | Texts['MAIL_EDITED'];

export function orderMail(
  { kind, edit }: Pick<OrderEvent, 'kind' | 'edit'>,
  recipient: Recipient,
  order: Order,
  sender: Sender,
): Email {
  const { MAIL_CHANGED, MAIL_SET_BACK, MAIL_EDITED } = TEXTS[recipient.language];
  switch (kind) {
    case 'placed':
      return orderPlacedMail(recipient, order, sender);
    case 'changed':
      return orderChangedMail(MAIL_EDITED, recipient, order, sender, editParts(recipient.language, order, edit));
    case 'set-back':
      return orderChangedMail(MAIL_SET_BACK, recipient, order, sender);
    default:
      return orderChangedMail(MAIL_CHANGED[kind], recipient, order, sender);
  }
}

/** Without what was typed: the address is in the order's page alone. */
function editParts(language: Language, { paymentMethod }: Order, edit: EditDetails | undefined): Part[] {
  const texts = TEXTS[language];
  const { lines = [], total = [0, 0], shippingInfo = {} } = edit ?? {};
  const difference = Math.round((total[1] - total[0]) * 10) / 10;
  return [
    ...changeTexts(language, texts, { lines, difference }).map(paragraph),
    ...(Object.keys(shippingInfo).length > 0 ? [paragraph(texts.ADDRESS_EDITED)] : []),
    paragraph(fillIn(language, texts.MAIL_TO_BE_PAID, { method: texts.PAYMENT_METHOD_NAMES[paymentMethod] })),
  ];
}

function orderPlacedMail(recipient: Recipient, order: Order, sender: Sender): Email {
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
    ...(order.deliveryDay === null ? [] : [paragraph(deliveryText(language, order.deliveryDay))]),
    paragraph(fillIn(language, texts.MAIL_TO_BE_PAID, { method: texts.PAYMENT_METHOD_NAMES[order.paymentMethod] })),
    paragraph(fillIn(language, texts.MAIL_DELIVERY_TO, destination)),
    paragraph(texts.MAIL_NOT_YOURS),
  ]);
}

function orderChangedMail(
  { subject, text }: ChangedTexts,
  recipient: Recipient,
  order: Order,
  sender: Sender,
  parts: readonly Part[] = [],
): Email {
  const { language } = recipient;
  return orderEmail(recipient, order, sender, subject, [
    paragraph(fillIn(language, text, { time: timeText(language, order) })),
    ...parts,
    ...totals(language, order),
  ]);
}

function orderEmail(
  { to, language }: Recipient,
  order: Order,
  sender: Sender,
  subject: Texts['MAIL_PLACED_SUBJECT'] | ChangedTexts['subject'],
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
