import { asRecord } from '../../../base/record.ts';
import { createStored } from '../local-storage.ts';

interface PlacedOrder {
  readonly id: string;
  readonly totalCost: number;
  /** 'YYYY-MM-DD'; empty when it is not known. */
  readonly day: string;
}

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
