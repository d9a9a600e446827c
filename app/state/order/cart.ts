import { TOO_MANY_PIECES, TOO_MANY_PRODUCTS } from '#messages';
import {
  type CartAction,
  type CartItem,
  cartReducer,
  parseCartItems,
  MAX_ORDER_LINES,
  mostInOrder,
} from '../../../domain/orders/cart.ts';
import { formatMessage, productName } from '../../../messages/format.ts';
import { createStored } from '../local-storage.ts';
import { toastError } from '../toasts.ts';

/** The cart of this browser, stored over reloads and shared by its tabs (product §4). */
export const cart = createStored<readonly CartItem[]>({ key: 'cartItems', empty: [], read: parseCartItems });

export function changeCart(action: CartAction): void {
  const before = cart.get();
  const after = cartReducer(before, action);
  if (after === before) return;
  cart.set(after);
  const added = action.type === 'ADD_PRODUCT' ? after.at(-1) : undefined;
  const limit = added && limitText(added, before.length);
  if (limit) toastError(limit);
}

/** Why one order cannot have this line of the cart, which itself has no limits (product §5). */
export function limitText(item: CartItem, index: number): string | null {
  const name = productName(item);
  const limit = mostInOrder(item);
  // One that is gone is said to be so.
  if (item.available && item.quantity > limit) return formatMessage(TOO_MANY_PIECES, { name, limit });
  return index < MAX_ORDER_LINES ? null : formatMessage(TOO_MANY_PRODUCTS, { name, limit: MAX_ORDER_LINES });
}

export function useCartCount(): number {
  return cart.use((items) => items.length);
}

export function useQuantity(id: string): number {
  return cart.use((items) => items.find((item) => item.id === id)?.quantity ?? 0);
}
