/** What is ticked of the orders that are being packed, and what that makes of their lines. */
import { asRecord, textFields } from '../../../base/record.ts';
import { thousandthsOf } from '../../../domain/catalogue/measure.ts';
import { parseProduct, type Product } from '../../../domain/catalogue/product.ts';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { editedLines, type PackedItem } from '../../../domain/orders/edit-order.ts';
import { packFaults } from '../../../domain/orders/pack-order.ts';
import { readNumber } from '../../../domain/typed/number.ts';
import { createStored } from '../../state/local-storage.ts';

/** What is in the bag: its weight as it was typed, and whether the customer agrees to what is dearer. */
interface InBag {
  weight: string;
  agreed: boolean;
}

/** What comes instead of what is missing. */
export interface Other extends InBag {
  product: Product;
  byWeight: boolean;
  pieces: string;
}

export interface Tick extends InBag {
  /** Of the line by then: of another quantity it is packed anew. */
  quantity: number;
  done: boolean;
  /** The pieces that are missing, as they are typed; null: none. */
  short: string | null;
  other: Other | null;
}

/** By the ids of lines. */
export type Ticks = Readonly<Partial<Record<string, Tick>>>;
type AllTicks = Readonly<Record<string, Ticks>>;

/** The latest come last: more are not packed at once. */
const MAX_ORDERS = 30;

/** By the ids of orders. It holds nothing of the customers. */
export const ticked = createStored<AllTicks>({
  key: 'packing',
  empty: {},
  read: (stored) => mapped(stored, (ticks) => mapped(ticks, readTick)),
});

function mapped<Value>(stored: unknown, read: (value: unknown) => Value | null): Record<string, Value> {
  const entries = Object.entries(asRecord(stored) ?? {});
  return Object.fromEntries(entries.flatMap(([id, value]) => [[id, read(value)]].filter((one) => one[1] !== null)));
}

function readTick(stored: unknown): Tick | null {
  const { quantity, short = null, done, agreed, other, ...tick } = asRecord(stored) ?? {};
  if (typeof quantity !== 'number' || (short !== null && typeof short !== 'string')) return null;
  const { product, ...more } = asRecord(other) ?? {};
  const read = parseProduct(product);
  return {
    ...textFields(tick, ['weight']),
    quantity,
    short,
    done: done === true,
    agreed: agreed === true,
    other: read && {
      ...textFields(more, ['weight', 'pieces']),
      product: read,
      byWeight: more.byWeight === true,
      agreed: more.agreed === true,
    },
  };
}

export function withoutOrder(all: AllTicks, order: string): AllTicks {
  return Object.fromEntries(Object.entries(all).filter(([id]) => id !== order));
}

export function setTick(order: string, line: string, tick: Tick): void {
  const all = ticked.get();
  const others = Object.entries(withoutOrder(all, order)).slice(1 - MAX_ORDERS);
  ticked.set({ ...Object.fromEntries(others), [order]: { ...all[order], [line]: tick } });
}

export function tickOf({ id, quantity, weighed }: CartItem, ticks: Ticks): Tick {
  const tick = ticks[id];
  if (tick?.quantity === quantity) return tick;
  const weight = weighed === undefined ? '' : String(weighed);
  return { quantity, done: false, short: null, weight, agreed: false, other: null };
}

export function missingOf({ quantity, short }: Tick): number {
  return Math.min(quantity, countIn(short ?? ''));
}

function countIn(text: string): number {
  const count = Number(readNumber(text));
  return Number.isInteger(count) && count > 0 ? count : 0;
}

/** Undefined: none. Null: it is none that can be. */
export function weightIn(text: string): number | null | undefined {
  if (text.trim() === '') return undefined;
  const weight = Number(readNumber(text));
  return thousandthsOf(String(weight)) > 0 ? weight : null;
}

/** What is in the bag of what was `ordered`. `weighable`: the ids of its products that are weighed. */
export function packingOf(ordered: readonly CartItem[], ticks: Ticks, weighable: readonly string[]) {
  const rows = ordered.map((line) => ({ line, tick: tickOf(line, ticks) }));
  const others = rows.flatMap(({ tick: { other } }) => other ?? []);
  const byWeight = new Set([...weighable, ...others.flatMap((other) => (other.byWeight ? other.product.id : []))]);
  const inBag = (id: string, quantity: number, { weight, agreed }: InBag): PackedItem => {
    const weighed = weightIn(weight) ?? undefined;
    return { id, quantity, ...(weighed !== undefined && { weighed }), ...(agreed && { agreed }) };
  };
  const items = rows.flatMap(({ line, tick }): PackedItem[] => {
    const missing = missingOf(tick);
    const { other } = tick;
    const pieces = other && missing > 0 ? countIn(other.pieces) : 0;
    return [
      ...(missing < line.quantity ? [inBag(line.id, line.quantity - missing, tick)] : []),
      ...(other && pieces > 0 ? [{ ...inBag(other.product.id, pieces, other), instead: line.id }] : []),
    ];
  });
  const lines = editedLines(ordered, items, new Map(others.map(({ product }) => [product.id, product]))) ?? [];
  const left = rows.filter(({ tick }) => !isDone(tick)).length;
  const isBad = rows.some(({ tick }) => [tick, tick.other].some((one) => one && weightIn(one.weight) === null));
  return { rows, byWeight, items, lines, left, isBad, faults: packFaults({ before: ordered, items, lines, byWeight }) };
}

/** Of what is missing wholly there is nothing to tick. */
export function isDone(tick: Tick): boolean {
  return tick.done || (missingOf(tick) === tick.quantity && !tick.other);
}
