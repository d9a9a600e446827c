import { localDigits } from '../../base/digits.ts';
import type { Language } from '../../base/language.ts';
import type { Product } from './product.ts';

/** '1 kg', '১ কেজি'; empty without weight and unit. A unit without a name is shown as it is. */
export function measureText(
  language: Language,
  unitNames: Readonly<Record<string, string>>,
  { weight, unit }: Pick<Product, 'weight' | 'unit'>,
): string {
  const name = Object.hasOwn(unitNames, unit) ? unitNames[unit] : unit;
  const text = `${localDigits(language, weight)} ${name}`.trim();
  // Bangla writes its word for pieces together with their number.
  return text.replace(/ (?=টি$)/, '');
}

/** Of a plain weight, such as '1' or '0.25'; 0 for every other text. */
export function thousandthsOf(weight: string): number {
  return /^\d{1,6}(?:\.\d{1,3})?$/.test(weight) ? Math.round(Number(weight) * 1000) : 0;
}

/** Of all pieces of a line, in its unit. */
export function orderedWeight({ weight, quantity }: { weight: string; quantity: number }): number {
  return (thousandthsOf(weight) * quantity) / 1000;
}

/** Units of weight and volume: the one in which products are compared, and how many of the unit that is. */
const COMPARED: ReadonlyMap<string, readonly ['kg' | 'L', number]> = new Map([
  ['kg', ['kg', 1]],
  ['g', ['kg', 1000]],
  ['L', ['L', 1]],
  ['ml', ['L', 1000]],
]);

/**
 * What a kilogram or a litre costs, in whole Tk, rounded half up: Tk 30 for 250 g is Tk 120. Null for what is counted,
 * or has no plain weight.
 */
export function unitPrice(tk: number, { weight, unit }: Pick<Product, 'weight' | 'unit'>) {
  const compared = COMPARED.get(unit);
  const thousandths = thousandthsOf(weight);
  if (!compared || thousandths === 0) return null;
  const [inUnit, parts] = compared;
  return { tk: Math.round((tk * parts * 1000) / thousandths), unit: inUnit };
}
