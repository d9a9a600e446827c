import { createValue } from '../../state/value.ts';

/** How many orders have come since the operator last did something in this window. */
export const newOrders = createValue(0);
