/** What an edit changed, line by line: '2 × Onion instead of 3', 'Tk 110 less'. */
import { type Language, LANGUAGE_RULES } from '../base/language.ts';
import { dayParts } from '../base/dates.ts';
import { fillIn } from '../base/message.ts';
import { measureText, orderedWeight } from '../domain/catalogue/measure.ts';
import type { Product } from '../domain/catalogue/product.ts';
import type { WeighedLine } from '../domain/orders/edit-order.ts';
import type { ShownEdit } from '../domain/orders/history.ts';
import type { TEXTS } from './texts.ts';

export function changeTexts(
  language: Language,
  texts: (typeof TEXTS)[Language],
  { lines, difference, otherAddress, day }: ShownEdit,
): string[] {
  const nameOf = (of: Pick<Product, 'name' | 'name_bn'>) => of[LANGUAGE_RULES[language].productName] || of.name;
  const changed = lines.flatMap((line) => {
    const { from, to, weighed, instead } = line;
    const name = nameOf(line);
    const weight = weighed && `${name}: ${weighedText(language, texts, weighed)}`;
    if (from === to) return weight ?? [];
    const text = to === 0 ? texts.LINE_REMOVED : from === 0 ? texts.LINE_ADDED : texts.LINE_CHANGED;
    const other = instead && fillIn(language, texts.CAME_INSTEAD_OF, { name: nameOf(instead) });
    const words = fillIn(language, text, { name, from, to });
    return [...(other ? [`${words}: ${other}`] : [words]), ...(weight ? [weight] : [])];
  });
  if (day !== null)
    changed.push(fillIn(language, texts.EXPECTED_ON, { day: fillIn(language, texts.DAY, dayParts(language, day)) }));
  const price = fillIn(language, texts.PRICE, { amount: Math.abs(difference) });
  if (difference !== 0)
    changed.push(fillIn(language, difference < 0 ? texts.SO_MUCH_LESS : texts.SO_MUCH_MORE, { price }));
  return otherAddress ? [...changed, texts.ADDRESS_EDITED] : changed;
}

/** '1 kg ordered, 1.08 kg weighed' */
export function weighedText(
  language: Language,
  { UNIT_NAMES, WEIGHED }: Pick<(typeof TEXTS)[Language], 'UNIT_NAMES' | 'WEIGHED'>,
  line: WeighedLine,
): string {
  const [ordered, weighed] = [orderedWeight(line), line.weighed].map((weight) =>
    measureText(language, UNIT_NAMES, { weight: String(weight), unit: line.unit }),
  );
  return fillIn(language, WEIGHED, { ordered: ordered ?? '', weighed: weighed ?? '' });
}
