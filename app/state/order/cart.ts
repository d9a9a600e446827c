import { type CartAction, type CartItem, cartReducer, parseCartItems } from '../../../domain/orders/cart.ts';
import { createStored, useStored } from '../local-storage.ts';

/** The cart of this browser, stored over reloads and shared by its tabs (product §4). */
export const cart = createStored<readonly CartItem[]>({ key: 'cartItems', empty: [], read: parseCartItems });

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

export function useQuantity(id: string): number {
  return useStored(cart, (items) => items.find((item) => item.id === id)?.quantity ?? 0);
}
