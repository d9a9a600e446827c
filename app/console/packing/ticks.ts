/** What is ticked of the orders that are being packed, and what that makes of their lines. */
import { asRecord } from '../../../base/record.ts';
import { thousandthsOf } from '../../../domain/catalogue/measure.ts';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { editedLines, type PackedItem } from '../../../domain/orders/edit-order.ts';
import { packFaults } from '../../../domain/packing/pack-order.ts';
import { readNumber } from '../../../domain/typed/number.ts';
import { createStored } from '../../state/local-storage.ts';
import type { FoundProduct } from '../orders/order-finds.ts';

/** A product in the bag: its weight as it was typed, and whether the customer agrees to what is dearer. */
export interface InBag {
  weight: string;
  agreed: boolean;
}

export interface Tick extends InBag {
  /** Of the line by then: of another quantity it is packed anew. */
  quantity: number;
  done: boolean;
  /** The pieces that are missing, as they are typed. */
  short: string;
  /** What comes instead of them. */
  other: (InBag & { product: FoundProduct; pieces: string }) | null;
}

type Ticks = Readonly<Partial<Record<string, Tick>>>;

/** More are not packed at once. */
const MAX_ORDERS = 30;

/** By the ids of orders and their lines, as this module has written it. It holds nothing of the customers. */
export const ticked = createStored<Readonly<Record<string, Ticks>>>({
  key: 'packing',
  empty: {},
  read: (stored) => asRecord(stored) as Record<string, Ticks> | null,
});

export function setTick(order: string, line: string, tick: Tick): void {
  const { [order]: own, ...others } = ticked.get();
  const latest = Object.fromEntries(Object.entries(others).slice(1 - MAX_ORDERS));
  ticked.set({ ...latest, [order]: { ...own, [line]: tick } });
}

const isCount = (count: number): boolean => Number.isInteger(count) && count > 0;
const countIn = (text: string): number => [Number(readNumber(text))].find(isCount) ?? 0;

/** Undefined: nothing is typed. Null: it is no weight. */
export function weightIn(text: string): number | null | undefined {
  const weight = Number(readNumber(text));
  if (text.trim() === '') return undefined;
  return thousandthsOf(String(weight)) > 0 ? weight : null;
}

/** What is in the bag of what was `ordered`. `weighed`: the ids of its products that are sold by weight. */
export function packingOf(ordered: readonly CartItem[], ticks: Ticks = {}, weighed: readonly string[] = []) {
  const rows = ordered.map((line) => {
    const { id, quantity } = line;
    const fresh = { quantity, done: false, short: '', weight: String(line.weighed ?? ''), agreed: false, other: null };
    const tick: Tick = ticks[id]?.quantity === quantity ? ticks[id] : fresh;
    const missing = Math.min(quantity, countIn(tick.short));
    const other = missing > 0 ? tick.other : null;
    // Of what is missing wholly there is nothing to tick.
    return { line, tick, missing, other, isDone: tick.done || (missing === quantity && !other) };
  });
  const others = rows.flatMap(({ other }) => other ?? []);
  const byWeight = new Set([...weighed, ...others.flatMap(({ product }) => (product.byWeight ? product.id : []))]);
  const inBag = (id: string, quantity: number, { weight, agreed }: InBag, instead?: string): PackedItem[] => {
    const known = byWeight.has(id) ? (weightIn(weight) ?? undefined) : undefined;
    return quantity > 0 ? [{ id, quantity, weighed: known, agreed, instead }] : [];
  };
  const items = rows.flatMap(({ line: { id, quantity }, tick, missing, other }) => [
    ...inBag(id, quantity - missing, tick),
    ...(other ? inBag(other.product.id, countIn(other.pieces), other, id) : []),
  ]);
  const lines = editedLines(ordered, items, new Map(others.map(({ product }) => [product.id, product]))) ?? [];
  const left = rows.filter(({ isDone }) => !isDone).length;
  const isUnread = rows.some(({ tick, other }) => [tick, other].some((one) => one && weightIn(one.weight) === null));
  return { rows, byWeight, items, lines, left, isUnread, faults: packFaults(ordered, items, lines, byWeight) };
}
