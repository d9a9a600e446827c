import { type CartAction, type CartItem, cartReducer, parseCartItems } from '../../../domain/orders/cart.ts';
import { MAX_ORDER_LINES } from '../../../domain/orders/quantity.ts';
import { createStored, useStored } from '../local-storage.ts';
import { toastError } from '../toasts.ts';

/** The cart of this browser, stored over reloads and shared by its tabs (product §4). */
export const cart = createStored<readonly CartItem[]>({ key: 'cartItems', empty: [], read: parseCartItems });

export function changeCart(action: CartAction): void {
  const before = cart.get();
  const after = cartReducer(before, action);
  if (after === before) return;
  cart.set(after);
  const added = action.type === 'ADD_PRODUCT' && after.length > MAX_ORDER_LINES ? after.at(-1) : undefined;
  if (added) void import('./line-limit.ts').then(({ limitText }) => toastError(limitText(added, before.length) ?? ''));
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
