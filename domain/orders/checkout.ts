/** Checkout and payment: how the form is filled in, and the checks of both screens (product §4, §5). */
import type { UserProfile } from '../accounts/account.ts';
import { type CartItem, MAX_ORDER_LINES, MAX_ORDER_QUANTITY } from './cart.ts';
import { ADDRESS_FIELDS, COUNTRY, divisionOf, isOptional } from '../accounts/address.ts';
import { SHIPPING_FIELDS, type ShippingField, type ShippingInfo, shippingInfoIn } from './checkout-state.ts';
import { contactErrors } from '../accounts/contact.ts';
import type { FieldFault, Reason } from '../outcome.ts';
import { isBlank } from '../typed/text.ts';

const REQUIRED_FIELDS = SHIPPING_FIELDS.filter((field) => !isOptional(field));

export function shippingInfoOf({ name, email, phone, gender, address }: UserProfile): ShippingInfo {
  return { name, email, phone, gender, ...address, division: divisionOf(address.division) ?? '' };
}

/** Without a street the whole address is taken: every new account has a division, which may not be the right one. */
export function filledFrom(form: Readonly<ShippingInfo>, earlier: Readonly<ShippingInfo> | undefined): ShippingInfo {
  const filled = { ...form };
  if (!earlier) return filled;
  for (const field of REQUIRED_FIELDS) if (isBlank(form[field])) filled[field] = earlier[field];
  if (earlier.area) filled.area = earlier.area;
  if (isBlank(form.street)) for (const field of ADDRESS_FIELDS) filled[field] = earlier[field];
  return filled;
}

/** Empty fields, then phone, then postcode, then lengths and choices, which the form's own controls already limit. */
export function checkoutErrors(form: Readonly<ShippingInfo>, hasAreas = false): FieldFault<ShippingField | 'area'>[] {
  return contactErrors({ area: '', ...form }, hasAreas ? ['area', ...REQUIRED_FIELDS] : REQUIRED_FIELDS);
}

/** Of a visitor of whom nothing is known yet. */
export const NO_ADDRESS: ShippingInfo = { ...shippingInfoIn({}), country: COUNTRY };

/** Where a visitor orders, what finds the door is enough (product §4). */
export function guestErrors(form: Readonly<ShippingInfo>, hasAreas = false): FieldFault<ShippingField | 'area'>[] {
  const required = ['phone', 'street', hasAreas ? 'area' : 'city', 'name'] as const;
  return contactErrors<ShippingField | 'area'>({ area: '', ...form }, required, SHIPPING_FIELDS);
}

/** Of the whole form: an empty field concerns all of it. */
export function checkoutError(form: Readonly<ShippingInfo>, isGuest = false): Reason | null {
  const faults = isGuest ? guestErrors(form, Boolean(form.area)) : checkoutErrors(form);
  const reason = faults[0]?.reason ?? null;
  return reason?.code === 'required' ? { code: 'fill-in-details' } : reason;
}

/** `stripe` is shown but not available. */
export const PAYMENT_METHODS = ['cashon', 'stripe'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Why an order cannot be placed: checks the cart first, then the method, then the user. Null when it can. */
export function paymentError(payment: {
  itemCount: number;
  /** A `PaymentMethod`; any other text counts as no choice. */
  method: string | null;
  hasUser: boolean;
}): Reason | null {
  if (payment.itemCount === 0) return { code: 'cart-empty' };
  if (payment.method === 'stripe') return { code: 'stripe-not-included' };
  if (payment.method !== 'cashon') return { code: 'no-payment-method' };
  return payment.hasUser ? null : { code: 'something-wrong' };
}

/** How long the success message stays before the cart is emptied and the home page opens, in ms (product §4, §9). */
export const ORDER_REDIRECT_MS = 3_000;

export function orderBoundsError(lines: readonly Pick<CartItem, 'quantity'>[]): Reason | null {
  if (lines.length > MAX_ORDER_LINES) return { code: 'too-many-lines', limit: MAX_ORDER_LINES };
  const fits = lines.every(
    ({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_ORDER_QUANTITY,
  );
  return fits ? null : { code: 'bad-quantity', limit: MAX_ORDER_QUANTITY };
}
