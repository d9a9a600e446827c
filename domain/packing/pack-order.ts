/** What packing may make of an order's lines. The phone asks by the same rules as the shop. */
import { orderedWeight } from '../catalogue/measure.ts';
import type { CartItem } from '../orders/cart.ts';
import type { PackedItem } from '../orders/edit-order.ts';
import { linePoisha, onePiece } from '../orders/pricing.ts';

export type PackFault = 'not-ordered' | 'not-by-weight' | 'over-weight' | 'dearer-instead';

/** So many percent of what was ordered may be in the bag before the customer is asked. */
const MOST_PERCENT = 110;

/** What is wrong with lines, by their ids. The `items` make `lines` of those `before`; `byWeight` are ids of products. */
export function packFaults(
  before: readonly CartItem[],
  items: readonly PackedItem[],
  lines: readonly CartItem[],
  byWeight: ReadonlySet<string>,
): Map<string, PackFault> {
  const [ordered, packed] = [before, lines].map((all) => new Map(all.map((line) => [line.id, line])));
  const costOf = (line: CartItem, quantity: number): number => linePoisha({ ...onePiece(line), quantity });
  const faultOf = ({ id, weighed, instead = '', agreed }: PackedItem): PackFault | null => {
    const [line, was, other] = [packed?.get(id), ordered?.get(id), ordered?.get(instead)];
    const missing = (other?.quantity ?? 0) - (packed?.get(instead)?.quantity ?? 0);
    if (!line || (was ? instead !== '' || line.quantity > was.quantity : missing <= 0)) return 'not-ordered';
    if (weighed !== undefined && !byWeight.has(id)) return 'not-by-weight';
    if (agreed) return null;
    const most = Math.round(orderedWeight(line) * 1000) * MOST_PERCENT;
    if (weighed !== undefined && Math.round(weighed * 1000) * 100 > most) return 'over-weight';
    const together = lines.filter((one) => items.some((item) => item.id === one.id && item.instead === other?.id));
    const cost = together.reduce((sum, one) => sum + costOf(one, one.quantity), 0);
    return other && cost > costOf(other, missing) ? 'dearer-instead' : null;
  };
  const faults = new Map<string, PackFault>();
  for (const item of items) {
    const fault = faultOf(item);
    if (fault) faults.set(item.id, fault);
  }
  return faults;
}
