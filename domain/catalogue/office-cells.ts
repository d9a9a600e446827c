/** What people and their office programs write into the cells of a catalogue file, as the shop writes it. */
import { CATEGORIES, type Category } from './catalogue.ts';
import { asciiDigits } from '../../base/digits.ts';

/** Beside the slugs: the names of the menus in both languages, and other spellings. In small letters. */
const CATEGORY_NAMES: Readonly<Record<Category, readonly string[]>> = {
  vegetables: ['vegetable', 'সবজি', 'শাকসবজি'],
  fruits: ['fruit', 'ফল'],
  meat: ['মাংস'],
  fish: ['মাছ'],
  eggs: ['egg', 'ডিম'],
  'tea-coffe': ['tea & coffe', 'tea & coffee', 'tea-coffee', 'চা ও কফি'],
  spices: ['spice', 'মসলা', 'মশলা'],
  'dry-fruits': ['dry fruits', 'বাদাম ও শুকনো ফল'],
  biscuits: ['biscuit', 'বিস্কুট'],
  cakes: ['cake', 'কেক'],
  jams: ['jams & jellies', 'জ্যাম ও জেলি'],
  breads: ['bread', 'পাউরুটি ও রুটি'],
  rice: ['চাল'],
  flour: ['আটা-ময়দা', 'আটা ময়দা'],
  oil: ['তেল'],
};

/** 'Flour' and 'মসলা' → their slugs; what is none stays. */
export function categoryNamed(text: string): string {
  const name = text.toLowerCase().replace(/\s+/g, ' ');
  return (
    CATEGORIES.find((slug) => slug === name || CATEGORY_NAMES[slug].some((one) => one.normalize() === name)) ?? text
  );
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
