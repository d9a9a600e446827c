/** The texts of mails, and days, amounts and names in them: mails are written in the language of a page, but outside of it. */
import { TEXTS } from '../../messages/texts.ts';
import { clockParts, dayInDhaka, dayParts } from '../../base/dates.ts';
import { localDigits } from '../../base/digits.ts';
import { type Language, LANGUAGE_RULES } from '../../base/language.ts';
import { measureText } from '../../domain/catalogue/measure.ts';
import { fillIn } from '../../base/message.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Product } from '../../domain/catalogue/product.ts';

/** An amount in Tk: 'Tk 85.0', '৳৮৫.০'. */
export function amountText(language: Language, amount: string): string {
  return fillIn(language, TEXTS[language].PRICE, { amount: localDigits(language, amount) });
}

/** A product with its weight and unit: 'Potato (1 kg)', 'আলু (১ কেজি)'. */
export function productText(language: Language, product: Product): string {
  const name = product[LANGUAGE_RULES[language].productName] || product.name;
  return `${name} (${measureText(language, TEXTS[language], product)})`;
}

/** When an order was placed, in Dhaka's time; in English after its own text. */
export function timeText(language: Language, { time }: Pick<Order, 'time'>): string {
  const { TIME, CLOCK, DAY_PERIODS, IN_DHAKA } = TEXTS[language];
  const placedAt = new Date(time);
  const clock = fillIn(language, CLOCK, clockParts(language, placedAt, DAY_PERIODS));
  const local = fillIn(language, TIME, { ...dayParts(language, dayInDhaka(placedAt)), clock });
  return language === 'en' ? `${time} (${fillIn(language, IN_DHAKA, { time: local })})` : local;
}

/** When an order can be expected: a day, 'YYYY-MM-DD'. */
export function deliveryText(language: Language, deliveryDay: string): string {
  const { DAY, EXPECTED_ON } = TEXTS[language];
  return fillIn(language, EXPECTED_ON, { day: fillIn(language, DAY, dayParts(language, deliveryDay)) });
}
