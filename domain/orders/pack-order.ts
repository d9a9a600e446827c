/** What packing may make of an order's lines. The phone asks by the same rules as the shop. */
import { thousandthsOf } from '../catalogue/measure.ts';
import { refused, type Refused } from '../outcome.ts';
import type { CartItem } from './cart.ts';
import type { PackedItem } from './edit-order.ts';
import { linePoisha, onePiece } from './pricing.ts';

/** What is packed of the lines before, and what the lines are then. `byWeight`: the ids of products that are weighed. */
export interface Packing {
  before: readonly CartItem[];
  items: readonly PackedItem[];
  lines: readonly CartItem[];
  byWeight: ReadonlySet<string>;
}

export type PackFault = 'not-ordered' | 'not-by-weight' | 'over-weight' | 'dearer-instead';

/** What was weighed may be so many percent more than what was ordered, before somebody is asked. */
const TOLERANCE = 10;

export function canBeWeighed({ id, weight, weighed }: CartItem, byWeight: ReadonlySet<string>): boolean {
  return thousandthsOf(weight) > 0 && (weighed !== undefined || byWeight.has(id));
}

/** What is wrong with each line, by its id: at most one thing. */
export function packFaults({ before, items, lines, byWeight }: Packing): Map<string, PackFault> {
  const ordered = new Map(before.map((line) => [line.id, line]));
  const packed = new Map(lines.map((line) => [line.id, line]));
  const faults = new Map<string, PackFault>();
  for (const { id, quantity, weighed, instead, agreed = false } of items) {
    const line = packed.get(id);
    const was = ordered.get(id);
    const fault = (): PackFault | null => {
      const missing = instead === undefined ? 0 : missingOf(instead);
      if (!line || (was ? quantity > was.quantity || instead !== undefined : missing <= 0)) return 'not-ordered';
      if (weighed !== undefined && !canBeWeighed({ ...line, ...was }, byWeight)) return 'not-by-weight';
      const most = thousandthsOf(line.weight) * quantity * (100 + TOLERANCE);
      if (!agreed && weighed !== undefined && thousandthsOf(String(weighed)) * 100 > most) return 'over-weight';
      return !agreed && instead !== undefined && isDearer(instead, missing) ? 'dearer-instead' : null;
    };
    const found = fault();
    if (found) faults.set(id, found);
  }
  return faults;

  function missingOf(id: string): number {
    return (ordered.get(id)?.quantity ?? 0) - (packed.get(id)?.quantity ?? 0);
  }

  /** All that comes instead of a product, against what of it is missing; as ordered, whatever is weighed. */
  function isDearer(of: string, missing: number): boolean {
    const was = ordered.get(of);
    const others = items.filter(({ instead }) => instead === of).flatMap(({ id }) => packed.get(id) ?? []);
    const sum = others.reduce(
      (total, other) => total + linePoisha({ ...onePiece(other), quantity: other.quantity }),
      0,
    );
    return was !== undefined && sum > linePoisha({ ...onePiece(was), quantity: missing });
  }
}

/** Why a packing is refused. */
export function packRefusal(packing: Packing): Refused | null {
  const [fault] = packFaults(packing).values();
  return fault ? refused(422, { code: fault }) : null;
}
