/** Generated catalogues with typical groceries. */
import { STATUSES } from '../domain/catalogue/catalogue.ts';
import { CATEGORIES } from '../test/support/first-categories.ts';

const KINDS = ['Miniket', 'Rui', 'Deshi', 'Himsagar', 'Katari', 'Radhuni', 'Pran', 'Teer', 'Fresh', 'Aarong', 'Chashi'];
const THINGS = ['Rice', 'Fish', 'Mango', 'Oil', 'Biscuit', 'Chutney', 'Lentils', 'Turmeric', 'Milk Bread', 'Tea'];
/** The Bangla name and what people type, for each of THINGS. */
const CALLED = [
  ['চাল', 'chal|bhat'],
  ['মাছ', 'mach|machh'],
  ['আম', 'am|aam'],
  ['তেল', 'tel'],
  ['বিস্কুট', 'biskut|bisket'],
  ['চাটনি', 'chatni|achar'],
  ['ডাল', 'dal|daal'],
  ['হলুদ', 'holud'],
  ['দুধ রুটি', 'pauruti'],
  ['চা', 'cha'],
] as const;
const UNITS = ['kg', 'gm', 'litre', 'pcs'];

export interface GeneratedProduct {
  id: string;
  name: string;
  image: string;
  weight: string;
  unit: string;
  price: number;
  discount: string;
  status: (typeof STATUSES)[number];
  category: string;
  name_bn: string;
  aliases: string;
}

/** The product with a number, always the same one. One in five has a discount. */
export function generatedProduct(number: number): GeneratedProduct {
  const pick = <T>(list: readonly T[], step: number, first: T): T =>
    list[Math.floor(number / step) % list.length] ?? first;
  const [name_bn, aliases] = pick(CALLED, 7, CALLED[0]);
  return {
    id: `g-${number}`,
    name: `${pick(KINDS, 1, 'Miniket')} ${pick(THINGS, 7, 'Rice')} ${number.toString(36)}`,
    image: '',
    weight: String(1 + (number % 5)),
    unit: pick(UNITS, 3, 'kg'),
    price: 20 + (number % 900),
    discount: number % 5 === 0 ? '10' : '0',
    status: pick(STATUSES, 1, 'top'),
    category: pick(CATEGORIES, 1, 'rice'),
    name_bn,
    aliases,
  };
}

/** The catalogue file of the products numbered 0 to `count` - 1. */
export function generatedProducts(count: number): string {
  const lines = ['id,name,image,weight,unit,price,discount,status,category,name_bn,aliases'];
  for (let number = 0; number < count; number += 1) lines.push(Object.values(generatedProduct(number)).join(','));
  return `${lines.join('\n')}\n`;
}
