/** Suggestions while a shopper types (product §5): what they are found by, and what is looked for in it. */
import { characterCount } from '../../base/text.ts';
import { CATEGORIES, type Category } from './catalogue.ts';
import type { Product } from './product.ts';
import { foldWords } from './fold-words.ts';

export const MAX_SUGGESTIONS = 8;

/** In UTF-16 units. */
const MAX_TYPED_LENGTH = 80;

/** Stands before each name in the searched text. No typed text contains it. */
const NAME_START = '\n ';

/** What people call the categories. Only words for everything in one: semolina is flour, but not আটা. */
const CALLED: Readonly<Record<Category, string>> = {
  vegetables: 'vegetable|vegetables|sobji|shobji|sobzi|shobzi|sabji|shak sobji|সবজি|সব্জি|শাকসবজি|শাক সবজি',
  fruits: 'fruit|fruits|fol|phol|ফল|ফলমূল',
  meat: 'meat|mangsho|mangso|mansho|gosht|মাংস|মাংশ|গোশত',
  fish: 'fish|mach|maach|machh|mas|মাছ',
  eggs: 'egg|eggs|dim|deem|ডিম',
  'tea-coffe': 'tea|tea coffe|tea coffee|coffe|coffee|cha|chaa|chai|kofi|cofi|চা|কফি|চা কফি|চা ও কফি',
  spices: 'spice|spices|mosla|moshla|masala|মসলা|মশলা',
  'dry-fruits': 'dry fruit|dry fruits|dried fruit|dried fruits|shukno fol|শুকনো ফল|শুকনা ফল|বাদাম ও শুকনো ফল',
  biscuits: 'biscuit|biscuits|biskut|biscut|bisket|বিস্কুট',
  cakes: 'cake|cakes|kek|কেক',
  jams: 'jam|jams|jelly|jellies|jams jellies|jam jelly|jeli|জ্যাম|জেলি|জ্যাম ও জেলি',
  breads: 'bread|breads|পাউরুটি ও রুটি',
  rice: 'rice|chal|chaal|chaul|চাল|চাউল',
  flour: 'flour|flours|ata moida|আটা-ময়দা',
  oil: 'oil|oils|tel|তেল',
};
const CATEGORY_CALLED: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((category) => CALLED[category].split('|').map((name) => [foldWords(name), category])),
);

/** The category of that name or other word, in either language, as `foldWords` leaves it. */
export function categoryCalled(words: string): Category | undefined {
  return CATEGORY_CALLED.get(words);
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

/** What products of one rank have: a category, or any; and the parts that their text must contain. */
export interface Needles {
  category?: Category;
  /** One that ends with a line break stands at the end of a name. */
  parts: readonly string[];
}

/** Best first; a product has the first rank that it fits. */
export function needlesFor(typed: string): readonly Needles[] {
  const category = categoryCalled(typed);
  const anywhere = [
    [`${NAME_START}${typed} `],
    // What a name ends with is what it is about: salt is iodised salt before salted crackers.
    [` ${typed} \n`],
    [NAME_START + typed],
    [` ${typed} `],
    [` ${typed}`],
    [typed],
    ...(typed.includes(' ') ? [allWords(typed)] : []),
  ];
  return [
    ...(category ? [[` ${typed} `], []].map((parts) => ({ category, parts })) : []),
    ...anywhere.map((parts) => ({ parts })),
  ];
}

export function allWords(typed: string): string[] {
  return typed.split(' ').map((word) => ` ${word}`);
}

/** The shortest words in which a wrong letter is forgiven, and two of them, in characters. */
const ONE_WRONG_FROM = 4;
const TWO_WRONG_FROM = 5;
/** The shortest in which one is forgiven although something is found as it was typed: mango is no mangso, a tomato no potato. */
const ALTHOUGH_FOUND_FROM = 6;
/** A wrong letter, a missing one or one too many. `found`: whether something is found as it was typed. */
export function forgivenLetters(word: string, found: boolean): 0 | 1 | 2 {
  const length = characterCount(word);
  if (length < (found ? ALTHOUGH_FOUND_FROM : ONE_WRONG_FROM) || /\p{Nd}/u.test(word)) return 0;
  return found || length < TWO_WRONG_FROM ? 1 : 2;
}
