/** How typed words and names are compared: one spelling for all that people mix up. */
import { asciiDigits } from '../../base/digits.ts';
import { fold } from '../typed/text.ts';

/** Letters that people mix up in Bangla, because they sound alike; the first of each pair becomes the second. */
const BANGLA_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ী/g, 'ি'],
  [/ূ/g, 'ু'],
  [/ঈ/g, 'ই'],
  [/ঊ/g, 'উ'],
  [/ণ/g, 'ন'],
  [/[শষ]/g, 'স'],
  [/য(?!\u09BC)/g, 'জ'],
  [/[ড-ঢ]\u09BC/g, 'র'],
  [/ৎ/g, 'ত'],
  [/ঁ/g, ''],
];

/**
 * Lower case words with one space between them, without accents and SQL wildcards, with ASCII digits. Bangla letters
 * that sound alike are one.
 */
export function foldWords(text: string): string {
  let folded = asciiDigits(fold(text))
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC');
  for (const [letter, sound] of BANGLA_SOUNDS) folded = folded.replace(letter, sound);
  return folded.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, ' ').trim();
}
