/** What people and their office programs write into the cells of a catalogue file, as the shop writes it. */
import { asciiDigits } from '../../base/digits.ts';
import type { Category } from './catalogue.ts';
import { foldWords } from './fold-words.ts';
import { categoryCalled } from './suggestions.ts';

/** The category with that id or name: 'flour', 'Flour', 'মসলা'. */
export function categoryNamed(text: string, categories: readonly Category[]): Category | undefined {
  return categories.find(({ id }) => id === text) ?? categoryCalled(foldWords(text), categories);
}

export function yesOrNoNamed(text: string): string {
  if (/^(?:yes|y|true|হ্যাঁ|হ্যা)$/i.test(text)) return 'yes';
  return /^(?:no|n|false|না)$/i.test(text) ? 'no' : text;
}

/** 'Tk 1,250.00', '১,২৫০' and '1.250,00' → '1250.00', '1250'; '60,5' → '60.5'. `marks` may stand around it. */
export function plainNumber(text: string, marks: RegExp): string {
  const digits = asciiDigits(text).replace(marks, '').trim();
  if (/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(digits)) return digits.replaceAll(',', '');
  if (/^\d+(?:\.\d{3})*,\d{1,2}$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  return digits;
}
