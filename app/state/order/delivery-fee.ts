import type { ShopFee } from '../../../domain/shop/areas.ts';
import { useStored } from '../local-storage.ts';
import { useRootData } from '../root-data.ts';
import { area } from './area.ts';

/** In a document whose root loader failed, in which nothing can be ordered. */
const UNKNOWN: ShopFee = { fee: 0, freeFrom: null, minimum: null };

/** What the delivery of this shopper's order costs. */
export function useDeliveryFee(): ShopFee {
  const known = useStored(area);
  const fee = useRootData()?.shop.fee ?? UNKNOWN;
  return fee.atLeast && known ? known : fee;
}
