import { createStored, readFlag } from '../local-storage.ts';

/** Whether this customer has an open order; null: no orders are known. Home keeps places for what it shows of them. */
export const ownOrders = createStored<boolean | null>({ key: 'ownOrders', empty: null, read: readFlag });
