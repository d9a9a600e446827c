/** What an edit changed, line by line: '2 × Onion instead of 3', 'Tk 110 less'. Pages and mails pass the texts of their language. */
import { localDigits } from '../base/digits.ts';
import { type Language, LANGUAGE_RULES } from '../base/language.ts';
import { fillIn } from '../base/message.ts';
import type { LineChange } from '../domain/orders/edit-order.ts';

type Text = 'LINE_CHANGED' | 'LINE_ADDED' | 'LINE_REMOVED' | 'SO_MUCH_LESS' | 'SO_MUCH_MORE' | 'PRICE';

export function changeTexts(
  language: Language,
  texts: Readonly<Record<Text, string>>,
  { lines, difference }: { lines: readonly LineChange[]; /** Tk */ difference: number },
): string[] {
  const number = (value: number): string => localDigits(language, value);
  const changed = lines.map((line) => {
    const values = {
      name: line[LANGUAGE_RULES[language].productName] || line.name,
      from: number(line.from),
      to: number(line.to),
    };
    const text = line.to === 0 ? texts.LINE_REMOVED : line.from === 0 ? texts.LINE_ADDED : texts.LINE_CHANGED;
    return fillIn(language, text, values);
  });
  if (difference === 0) return changed;
  const amount = localDigits(language, Math.abs(difference));
  const price = fillIn(language, texts.PRICE, { amount });
  return [...changed, fillIn(language, difference < 0 ? texts.SO_MUCH_LESS : texts.SO_MUCH_MORE, { price })];
}
