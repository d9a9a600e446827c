import { type CartAction, type CartItem, isInCart } from '../../../domain/orders/cart.ts';
import { createValue } from '../value.ts';
import { cart, changeCart } from './cart.ts';

/** `at`: its place among the lines that are shown. */
type RemovedLine = Readonly<{ item: CartItem; at: number }>;

/** Of the open screen. */
export const removedLines = createValue<readonly RemovedLine[]>([]);

/** The lines of the cart and, at their places, those that were removed. */
export function shownLines(items: readonly CartItem[], removed: readonly RemovedLine[]): readonly CartItem[] {
  const shown = [...items];
  const gone = removed.filter(({ item }) => !isInCart(items, item.id)).toSorted((a, b) => a.at - b.at);
  for (const { item, at } of gone) shown.splice(at, 0, item);
  return shown;
}

/** Changes the cart. What is removed can be put back. */
export function changeLine(action: CartAction): void {
  if (action.type === 'REMOVE_PRODUCT') {
    const removed = removedLines.get();
    const shown = shownLines(cart.get(), removed);
    const at = shown.findIndex(({ id }) => id === action.id);
    const item = shown[at];
    if (item) removedLines.set([...removed.filter((line) => line.item.id !== item.id), { item, at }]);
  }
  changeCart(action);
}

/** Puts a removed line back to its place. */
export function putBack(id: string): void {
  const items = cart.get();
  cart.set(shownLines(items, removedLines.get()).filter((item) => item.id === id || isInCart(items, item.id)));
}
