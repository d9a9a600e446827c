import type { ServedArea, ShopFee } from '../../../domain/shop/areas.ts';
import { createStored } from '../local-storage.ts';
import { useRootData } from '../root-data.ts';
import type { DeliveryFee } from '../../../domain/orders/pricing.ts';
import { asRecord } from '../../../base/record.ts';

export type KnownArea = Omit<ServedArea, 'aliases'>;

/** Where this browser's orders go, and what that costs. */
export const area = createStored<KnownArea | null>({ key: 'area', empty: null, read });

function read(stored: unknown): KnownArea | undefined {
  const { id, name, nameBn, fee, freeFrom, minimum } = asRecord(stored) ?? {};
  if (typeof id !== 'string' || typeof name !== 'string' || typeof nameBn !== 'string') return undefined;
  if (typeof fee !== 'number' || !isAmount(freeFrom) || !isAmount(minimum)) return undefined;
  return { id, name, nameBn, fee, freeFrom, minimum };
}

function isAmount(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

export function rememberArea(chosen: KnownArea | null): void {
  const next = chosen && read(chosen);
  if (JSON.stringify(next) !== JSON.stringify(area.get())) area.set(next ?? null);
}

/** What the shop asks now for the area that is known; one that it no longer delivers to is forgotten. */
export function refreshArea(fees: readonly (DeliveryFee & { id: string })[]): void {
  const known = area.get();
  const now = fees.find(({ id }) => id === known?.id);
  rememberArea(known && now ? { ...known, ...now } : null);
}

/** In a document whose root loader failed, in which nothing can be ordered. */
const UNKNOWN: ShopFee = { fee: 0, freeFrom: null, minimum: null };

/** What the delivery of this shopper's order costs. */
export function useDeliveryFee(): ShopFee {
  const known = area.use();
  const fee = useRootData()?.shop.fee ?? UNKNOWN;
  return fee.atLeast && known ? known : fee;
}
