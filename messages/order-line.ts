/** What is said of an order in one line: in an SMS, and in a chat that an operator opens. */
import { dayParts } from '../base/dates.ts';
import { localDigits } from '../base/digits.ts';
import type { Language } from '../base/language.ts';
import { fillIn } from '../base/message.ts';
import type { OrderNews } from '../domain/orders/change-order.ts';
import { whenOf } from '../domain/orders/delivery.ts';
import { isOpen, type Order, shortOrderId } from '../domain/orders/order.ts';
import { shopNameIn } from '../domain/shop-name.ts';
import { smsParts } from '../domain/sms/parts.ts';
import { whatsAppLink } from '../domain/typed/phone.ts';
import { slotHours } from './slot-hours.ts';
import { TEXTS } from './texts.ts';

export type ShopNames = Record<'name' | 'nameBn', string>;

/** What customers are told: the subject, and the first sentence of a mail. */
export const newsTexts = (texts: (typeof TEXTS)[Language]) => ({
  placed: { subject: texts.MAIL_PLACED_SUBJECT, text: texts.MAIL_PLACED },
  changed: texts.MAIL_EDITED,
  'on-its-way': { subject: texts.ON_ITS_WAY, text: '' } as const,
  'set-back': texts.MAIL_SET_BACK,
  ...texts.MAIL_CHANGED,
});

/** 'Sodai: We have your order #abc123, Tk 1250, 25 Nov, 5 PM–8 PM': with as much as fits into one part. */
export function orderSms(language: Language, kind: OrderNews, order: Order, shop: ShopNames): string {
  const { subject } = newsTexts(TEXTS[language])[kind];
  const all = lineOf(language, subject, order, shop);
  // What is to be paid always stands there.
  const texts = all.map((_, at) => all.slice(0, Math.max(2, at + 1)).join(', '));
  return texts.findLast((text) => smsParts(text) === 1) ?? texts[0] ?? '';
}

/** A chat with whoever ordered, about it; null where there is none. */
export function orderChat(language: Language, order: Order, shop: ShopNames): string | null {
  const text = lineOf(language, TEXTS[language].YOUR_ORDER, order, shop).join(', ');
  return whatsAppLink(order.shippingInfo.phone, text);
}

/** A chat with whoever has a phone, about nothing in particular; null where there is none. */
export function chatWith(language: Language, phone: string, shop: ShopNames): string | null {
  return whatsAppLink(phone, fillIn(language, TEXTS[language].CHAT_HELLO, { shop: shopNameIn(language, shop) }));
}

/** What happened; and of an open order what is to be paid, the day and the hours. */
function lineOf(language: Language, subject: string, order: Order, shop: ShopNames): string[] {
  const texts = TEXTS[language];
  const what = fillIn(language, subject, { id: shortOrderId(order.id) });
  const line = `${shopNameIn(language, shop)}: ${what}`;
  if (!isOpen(order.status)) return [line];
  const [day, hours] = whenOf(order)?.split(' ') ?? [];
  return [
    line,
    fillIn(language, texts.PRICE, { amount: localDigits(language, order.totalCost) }),
    ...(day ? [fillIn(language, texts.SHORT_DAY, dayParts(language, day, 'short'))] : []),
    ...(hours ? [slotHours(language, texts, hours)] : []),
  ];
}
