import { localDigits } from '../../base/digits.ts';
import type { Language } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import type { Product } from './product.ts';

interface MeasureTexts {
  readonly MEASURE: '{weight} {unit}';
  readonly UNIT_NAMES: Readonly<Record<string, string>>;
}

/** '1 kg', '১ কেজি'; empty without weight and unit. A unit without a name is shown as it is. */
export function measureText(
  language: Language,
  { MEASURE, UNIT_NAMES }: MeasureTexts,
  { weight, unit }: Pick<Product, 'weight' | 'unit'>,
): string {
  const name = Object.hasOwn(UNIT_NAMES, unit) ? UNIT_NAMES[unit] : undefined;
  return fillIn(language, MEASURE, { weight: localDigits(language, weight), unit: name ?? unit }).trim();
}
