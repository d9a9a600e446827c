/** What the orders of a day need from the bazaar, summed by product. */
import type { Product } from '../catalogue/product.ts';

type Measured = Pick<Product, 'weight' | 'unit'>;

/** Units that can be added: the larger one, and how many of the unit it is. */
const ADDED: ReadonlyMap<string, readonly [larger: string, parts: number]> = new Map([
  ['kg', ['kg', 1]],
  ['g', ['kg', 1000]],
  ['L', ['L', 1]],
  ['ml', ['L', 1000]],
  ['dozen', ['dozen', 1]],
  ['pcs', ['pcs', 1]],
]);

/** In what a product is bought. */
export interface BoughtUnit {
  /** '' for its pieces. */
  unit: string;
  /** How much one piece is, in the unit. */
  each: number;
}

/** Kilograms for one of 500 g. A weight such as '1-2' cannot be added. */
export function boughtUnit({ weight, unit }: Measured): BoughtUnit {
  const [larger, parts] = ADDED.get(unit) ?? [];
  const of = /^\d{1,6}(?:\.\d{1,3})?$/.test(weight) ? Number(weight) : 0;
  return larger === undefined || parts === undefined || of === 0 ? PIECES : { unit: larger, each: of / parts };
}

const PIECES: BoughtUnit = { unit: '', each: 1 };

/** Without the noise of binary fractions. */
const exact = (number: number): number => Number(number.toFixed(3));

export const quantityOf = (pieces: number, { each }: BoughtUnit): number => exact(pieces * each);
export const piecesOf = (quantity: number, { each }: BoughtUnit): number => exact(quantity / each);

/** '46' 'kg' of 46 pieces of 1 kg; whole dozens of pieces are dozens. */
export function sumOf(pieces: number, of: BoughtUnit): Measured {
  const quantity = quantityOf(pieces, of);
  const isDozens = of.unit === 'pcs' && quantity > 0 && quantity % 12 === 0;
  return isDozens
    ? { weight: String(quantity / 12), unit: 'dozen' }
    : { weight: String(quantity), unit: of.unit || 'pcs' };
}

/** What is still to be bought: in pieces, at least 0. `held`: what the orders have taken from the stock. */
export function toBuy({ ordered, held, stock }: { ordered: number; held: number; stock: number | null }): number {
  return Math.max(ordered - held - (stock ?? 0), 0);
}

export interface BazaarRow extends BoughtUnit {
  id: string;
  name: string;
  name_bn: string;
  category: string;
  /** To buy, in pieces of the product. */
  pieces: number;
  /** The same in the larger unit: '46 kg'. */
  need: string;
  /** Where it is counted. */
  stock: number | null;
  bought: boolean;
  /** In the unit; null: as much as is needed. */
  quantityBought: number | null;
  /** Tk for all of it; null: nobody has said. */
  paid: number | null;
}

export interface BazaarList {
  day: string;
  /** Those with open orders. */
  days: string[];
  /** Its delivery times with open orders, 'HH:MM', and the one that the list is of; null: all. */
  times: { from: string; to: string }[];
  time: string | null;
  /** By category, in the order of the menus. */
  categories: { id: string; name: string; rows: BazaarRow[] }[];
  /** As a wholesaler reads it. */
  text: string;
}

/** Of what was sold and has a buying price. In Tk. */
interface Margin {
  revenue: number;
  cost: number;
}

export interface Margins {
  days: (Margin & { day: string })[];
  /** The best ones. */
  products: (Margin & { id: string; name: string; name_bn: string; pieces: number })[];
}
