/** Suggestions while a shopper types (product §5): what they are found by, and what is looked for in it. */
import { asciiDigits } from '../../base/digits.ts';
import { characterCount } from '../../base/text.ts';
import type { Product } from './product.ts';
import { fold } from './search.ts';

export const MAX_SUGGESTIONS = 8;

/** In UTF-16 units. */
const MAX_TYPED_LENGTH = 80;

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

/** Stands before each name in the searched text. No typed text contains it. */
const NAME_START = '\n ';

/** Lower case words with one space between them, without accents, Bangla letters that sound alike as one, ASCII digits. No SQL wildcards. */
export function foldWords(text: string): string {
  let folded = asciiDigits(fold(text))
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC');
  for (const [letter, sound] of BANGLA_SOUNDS) folded = folded.replace(letter, sound);
  return folded.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, ' ').trim();
}

/** Its names, then its aliases, every word between spaces. */
export function suggestionText({
  name,
  name_bn,
  aliases,
}: Pick<Product, 'name' | 'name_bn'> & { aliases: string }): string {
  const names = [name, name_bn].map(foldWords).filter(Boolean);
  const others = aliases.split('|').map(foldWords).filter(Boolean);
  return [...names.map((text) => `${NAME_START}${text} `), ...others.map((text) => `\t ${text} `)].join('');
}

export function typedWords(text: string): string {
  return foldWords(text.slice(0, MAX_TYPED_LENGTH));
}

/** Best first. Each entry is a list of parts that the product's text must contain. */
export function needlesFor(typed: string): readonly (readonly string[])[] {
  const inAnyOrder = typed.includes(' ') ? [allWords(typed)] : [];
  return [[NAME_START + typed], [` ${typed} `], [` ${typed}`], [typed], ...inAnyOrder];
}

export function allWords(typed: string): string[] {
  return typed.split(' ').map((word) => ` ${word}`);
}

/** The shortest words in which a wrong letter is forgiven, and two of them, in characters. */
const ONE_WRONG_FROM = 4;
const TWO_WRONG_FROM = 5;
/** A wrong letter, a missing one or one too many. */
export function forgivenLetters(word: string): 0 | 1 | 2 {
  const length = characterCount(word);
  if (length < ONE_WRONG_FROM || /\p{Nd}/u.test(word)) return 0;
  return length < TWO_WRONG_FROM ? 1 : 2;
}
