import { type CartAction, type CartItem, cartReducer, parseCartItems } from '../../../domain/orders/cart.ts';
import { createStored, useStored } from '../local-storage.ts';

const EMPTY_CART: readonly CartItem[] = [];

/** The cart of this browser, stored over reloads and shared by its tabs (product §4). */
export const cart = createStored<readonly CartItem[]>({ key: 'cartItems', empty: EMPTY_CART, read: parseCartItems });

export function changeCart(action: CartAction): void {
  const before = cart.get();
  const after = cartReducer(before, action);
  if (after !== before) cart.set(after);
}

export function useCart(): readonly CartItem[] {
  return useStored(cart);
}

export function useCartCount(): number {
  return useStored(cart, (items) => items.length);
}

/** The quantity of a product in the cart; 0 when it is not in it. */
export function useQuantity(id: string): number {
  return useStored(cart, (items) => items.find((item) => item.id === id)?.quantity ?? 0);
}
