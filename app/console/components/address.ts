import type { ShippingInfo } from '../../../domain/checkout-state.ts';

/** The lines of an order's address, without the country: the shop delivers in one. */
export function addressLines({ street, city, postcode, division }: ShippingInfo): string[] {
  return [street, `${city} ${postcode}, ${division.charAt(0).toUpperCase()}${division.slice(1)}`];
}
