import type { ShippingInfo } from '../../../domain/checkout-state.ts';
import { capitalized } from '../../../domain/text.ts';

/** The lines of an order's address, without the country: the shop delivers in one. None when the address was deleted with its account. */
export function addressLines({
  street,
  city,
  postcode,
  division,
}: Pick<ShippingInfo, 'street' | 'city' | 'postcode' | 'division'>): string[] {
  const place = [`${city} ${postcode}`.trim(), capitalized(division)];
  return [street, place.filter(Boolean).join(', ')].filter(Boolean);
}
