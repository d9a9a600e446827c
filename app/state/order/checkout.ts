import { MISSING_CHOICES, ORDER_PLACED } from '#messages';
import { type Banner, NO_BANNER, parseBanner } from '../../../domain/accounts/account.ts';
import { type Missing, parseShippingInfo, type ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { asRecord } from '../../../base/record.ts';
import { cart } from './cart.ts';
import { type MadeOrder, newOrderAttempt, orderAttempt } from './order-attempt.ts';
import { createStored, readFlag } from '../local-storage.ts';
import { toastSuccess } from '../toasts.ts';

export const checkoutConfirmed = createStored<boolean>({ key: 'checkoutConfirmed', empty: false, read: readFlag });
export const orderConfirmed = createStored<boolean>({ key: 'orderConfirmed', empty: false, read: readFlag });
export const shippingInfo = createStored<ShippingInfo | null>({
  key: 'shippingInfo',
  empty: null,
  read: parseShippingInfo,
});

/** The delivery time that was chosen at this checkout, with its hours in words: '2026-11-26 17:00 5 PM–8 PM', or empty. */
export const deliveryTime = createStored<string>({
  key: 'deliveryTime',
  empty: '',
  read: (stored) => (typeof stored === 'string' ? stored : undefined),
});

/** What was chosen last in this browser. */
export const missing = createStored<Missing>({
  key: 'missing',
  empty: 'call',
  read: (stored) => (Object.hasOwn(MISSING_CHOICES, String(stored)) ? (stored as Missing) : null),
});

/** Only in this tab, because it stays when the session ends. */
export const checkoutDraft = createStored<{ readonly userId: string; readonly form: ShippingInfo } | null>({
  key: 'checkoutDraft',
  ofTab: true,
  empty: null,
  read(stored) {
    const { userId, form } = asRecord(stored) ?? {};
    const parsed = parseShippingInfo(form);
    return typeof userId === 'string' && parsed ? { userId, form: parsed } : undefined;
  },
});

/** The confirmation banner's flag (product §2). */
export const banner = createStored<Banner>({ key: 'banner', empty: NO_BANNER, read: parseBanner });

/** `day`: 'YYYY-MM-DD', perhaps with hours; empty when it is not known. */
type PlacedOrder = Pick<MadeOrder, 'id' | 'totalCost'> & { readonly day: string };

/** The latest order, for the payment screen and home's banner, until the order state is reset. */
export const placedOrder = createStored<PlacedOrder | null>({
  key: 'placedOrder',
  empty: null,
  read(stored) {
    const { id, totalCost, day } = asRecord(stored) ?? {};
    return typeof id === 'string' && typeof totalCost === 'number' && typeof day === 'string'
      ? { id, totalCost, day }
      : undefined;
  },
});

/** Both are written even when unchanged, so that storage has "false" instead of no value. */
function setConfirmed({ checkout = checkoutConfirmed.get(), order = orderConfirmed.get() }): void {
  checkoutConfirmed.set(checkout);
  orderConfirmed.set(order);
}

/** Checkout confirmed (product §4): an order may be placed. An open attempt stays, because it must be settled first. */
export function confirmCheckout(form: ShippingInfo): void {
  shippingInfo.set(form);
  checkoutDraft.set(null);
  if (!orderAttempt.get()) orderAttempt.set(newOrderAttempt());
  setConfirmed({ checkout: true });
  resetOrderState();
}

/** Here and on the home page (product §4). `day`: when it is expected, if that is known. */
export function showOrderPlaced(day = ''): void {
  const attempt = orderAttempt.get();
  if (attempt?.state === 'made') placedOrder.set({ id: attempt.id, totalCost: attempt.totalCost, day });
  toastSuccess(ORDER_PLACED);
  setConfirmed({ order: true });
  banner.set({ type: 'order', flag: true });
}

/** After an order: removes what was ordered; what was added meanwhile stays (product §4). False: nothing. */
export function finishOrder(): boolean {
  const attempt = orderAttempt.get();
  if (attempt?.state !== 'made') return false;
  cart.set(cart.get().filter(({ id }) => !attempt.ordered.includes(id)));
  resetCheckoutState();
  shippingInfo.set(null);
  deliveryTime.set('');
  orderAttempt.set(null);
  return true;
}

export function resetCheckoutState(): void {
  setConfirmed({ checkout: false });
}

export function resetOrderState(): void {
  placedOrder.set(null);
  setConfirmed({ order: false });
}
