/** Suggestions while a shopper types (product §5): what they are found by, and what is looked for in it. */
import { characterCount } from '../../base/text.ts';
import type { Category } from './catalogue.ts';
import type { Product } from './product.ts';
import { foldWords } from './fold-words.ts';

export const MAX_SUGGESTIONS = 8;

/** In UTF-16 units. */
const MAX_TYPED_LENGTH = 80;

/** Stands before each name in the searched text. No typed text contains it. */
const NAME_START = '\n ';

const called = new WeakMap<readonly Category[], ReadonlyMap<string, Category>>();

/** By ids and names in both languages, then by other words. Remembered, because many searches have the same list. */
function namesOf(categories: readonly Category[]): ReadonlyMap<string, Category> {
  const known = called.get(categories);
  if (known) return known;
  const names = new Map<string, Category>();
  const add = (name: string, category: Category): void => {
    const words = foldWords(name);
    if (words !== '' && !names.has(words)) names.set(words, category);
  };
  for (const category of categories)
    for (const name of [category.id, category.name, category.nameBn]) add(name, category);
  for (const category of categories) for (const name of category.aliases.split('|')) add(name, category);
  called.set(categories, names);
  return names;
}

/** The category of that name or other word, in either language, as `foldWords` leaves it. */
export function categoryCalled(words: string, categories: readonly Category[]): Category | undefined {
  return namesOf(categories).get(words);
}

/** The category with that id or name: 'flour', 'Flour', 'মসলা'. */
export function categoryNamed(text: string, categories: readonly Category[]): Category | undefined {
  return categories.find(({ id }) => id === text) ?? categoryCalled(foldWords(text), categories);
}

/** Its names, then its aliases, every word between spaces. */
export function suggestionText(product: Pick<Product, 'name' | 'name_bn'> & { aliases: string }): string {
  const names = [product.name, product.name_bn].map(foldWords).filter(Boolean);
  const others = product.aliases.split('|').map(foldWords).filter(Boolean);
  return [...names.map((text) => `${NAME_START}${text} `), ...others.map((text) => `\t ${text} `)].join('');
}

export function typedWords(text: string): string {
  return foldWords(text.slice(0, MAX_TYPED_LENGTH));
}

/** What products of one rank have: a category, or any; and the parts that their text must contain. */
export interface Needles {
  category?: Category | undefined;
  /** One that ends with a line break stands at the end of a name. */
  parts: readonly string[];
  /** Not in the aliases. */
  inNames?: boolean;
  /** Whoever typed this may mean something else. */
  weak?: boolean;
}

/** Best first; a product has the first rank that it fits. */
export function needlesFor(typed: string, categories: readonly Category[]): readonly Needles[] {
  const category = categoryCalled(typed, categories);
  return [
    ...(category ? [[` ${typed} `], []].map((parts) => ({ category, parts })) : []),
    { parts: [`${NAME_START}${typed} `] },
    // What a name ends with is what it is about: salt is iodised salt before salted crackers.
    { parts: [` ${typed} \n`] },
    { parts: [NAME_START + typed] },
    { parts: [` ${typed}`], inNames: true },
    { parts: [` ${typed} `] },
    ...(typed.includes(' ') ? [{ parts: allWords(typed) }] : []),
    { parts: [` ${typed}`], weak: true },
    { parts: [typed], weak: true },
  ];
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
