import { type CartAction, type CartItem, cartReducer, parseCartItems } from '../../domain/cart.ts';
import { createStored, useStored } from './local-storage.ts';

const NOTHING: readonly CartItem[] = [];

/** The cart of this browser, kept over reloads and shared by its tabs (product §4). */
export const cart = createStored<readonly CartItem[]>({ key: 'cartItems', empty: NOTHING, read: parseCartItems });

/** Carries out a cart action. */
export function changeCart(action: CartAction): void {
  const before = cart.get();
  const after = cartReducer(before, action);
  if (after !== before) cart.set(after);
}

/** The lines of the cart. */
export function useCart(): readonly CartItem[] {
  return useStored(cart);
}

/** How many different products the cart holds: the badge. */
export function useCartCount(): number {
  return useStored(cart, (items) => items.length);
}

/** How many of one product the cart holds, 0 when it is not in it. */
export function useQuantity(id: string): number {
  return useStored(cart, (items) => items.find((item) => item.id === id)?.quantity ?? 0);
}
