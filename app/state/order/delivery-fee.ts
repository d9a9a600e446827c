import type { DeliveryFee } from '../../../domain/orders/pricing.ts';
import { useRootData } from '../root-data.ts';

/** In a document whose root loader failed, in which nothing can be ordered. */
const UNKNOWN: DeliveryFee = { fee: 0, freeFrom: null, minimum: null };

/** What the delivery of this shopper's order costs. */
export function useDeliveryFee(): DeliveryFee {
  return useRootData()?.shop.fee ?? UNKNOWN;
}
