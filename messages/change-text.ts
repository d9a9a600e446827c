/** What an edit changed, line by line: '2 × Onion instead of 3', 'Tk 110 less'. */
import { type Language, LANGUAGE_RULES } from '../base/language.ts';
import { dayParts } from '../base/dates.ts';
import { fillIn } from '../base/message.ts';
import type { ShownEdit } from '../domain/orders/history.ts';
import { slotHours } from './slot-hours.ts';
import type { TEXTS } from './texts.ts';

export function changeTexts(
  language: Language,
  texts: (typeof TEXTS)[Language],
  { lines, difference, otherAddress, day }: ShownEdit,
): string[] {
  const changed = lines.map((line) => {
    const { from, to } = line;
    const text = to === 0 ? texts.LINE_REMOVED : from === 0 ? texts.LINE_ADDED : texts.LINE_CHANGED;
    return fillIn(language, text, { name: line[LANGUAGE_RULES[language].productName] || line.name, from, to });
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
