/** What an edit changed, line by line: '2 × Onion instead of 3', 'Tk 110 less'. */
import { type Language, LANGUAGE_RULES } from '../base/language.ts';
import { dayParts } from '../base/dates.ts';
import { fillIn } from '../base/message.ts';
import { measureText, orderedWeight } from '../domain/catalogue/measure.ts';
import type { Product } from '../domain/catalogue/product.ts';
import type { PackedLine } from '../domain/orders/edit-order.ts';
import type { ShownEdit } from '../domain/orders/history.ts';
import { slotHours } from './slot-hours.ts';
import type { TEXTS } from './texts.ts';

export function changeTexts(
  language: Language,
  texts: (typeof TEXTS)[Language],
  { lines, difference, otherAddress, day }: ShownEdit,
): string[] {
  const changed = lines.flatMap((line) => {
    const { from, to, packed } = line;
    const name = nameIn(language, line);
    const text = to === 0 ? texts.LINE_REMOVED : from === 0 ? texts.LINE_ADDED : texts.LINE_CHANGED;
    const told = packed ? packedTexts(language, texts, packed).join(', ') : '';
    return [
      ...(from === to ? [] : [fillIn(language, text, { name, from, to })]),
      ...(told ? [`${name}: ${told}`] : []),
    ];
  });
  if (day !== null) changed.push(expectedText(language, texts, day));
  const price = fillIn(language, texts.PRICE, { amount: Math.abs(difference) });
  if (difference !== 0)
    changed.push(fillIn(language, difference < 0 ? texts.SO_MUCH_LESS : texts.SO_MUCH_MORE, { price }));
  return otherAddress ? [...changed, texts.ADDRESS_EDITED] : changed;
}

/** When an order can be expected: a day, 'YYYY-MM-DD', perhaps with its hours ('whenOf' of domain/orders/delivery.ts). */
export function expectedText(language: Language, texts: (typeof TEXTS)[Language], when: string): string {
  const [day = '', hours] = when.split(' ');
  const date = fillIn(language, texts.DAY, dayParts(language, day));
  const text = hours ? `${date}, ${slotHours(language, texts, hours)}` : date;
  return fillIn(language, texts.EXPECTED_ON, { day: text });
}

function nameIn(language: Language, product: Pick<Product, 'name' | 'name_bn'>): string {
  return product[LANGUAGE_RULES[language].productName] || product.name;
}

/** What packing has made of a line: '1 kg ordered, 1.08 kg weighed', 'Instead of Rui Fish'. */
export function packedTexts(
  language: Language,
  texts: Pick<(typeof TEXTS)[Language], 'UNIT_NAMES' | 'WEIGHED' | 'CAME_INSTEAD_OF'>,
  line: PackedLine,
): string[] {
  const { unit, weighed, instead } = line;
  const measure = (weight: number): string => measureText(language, texts.UNIT_NAMES, { weight: String(weight), unit });
  return [
    weighed !== undefined &&
      fillIn(language, texts.WEIGHED, { ordered: measure(orderedWeight(line)), weighed: measure(weighed) }),
    instead && fillIn(language, texts.CAME_INSTEAD_OF, { name: nameIn(language, instead) }),
  ].filter((text) => typeof text === 'string');
}
