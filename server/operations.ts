/** The operations of all rooms in one table. The API and its description follow from it. */
import { ACCOUNT_OPERATIONS } from './accounts/operations.ts';
import { BAZAAR_OPERATIONS } from './bazaar/operations.ts';
import { CATALOGUE_OPERATIONS } from './catalogue/operations.ts';
import { IDENTITY_OPERATIONS } from './identity/operations.ts';
import type { Operation } from './operation.ts';
import { ORDER_OPERATIONS } from './orders/operations.ts';
import { SHOP_OPERATIONS } from './shop/operations.ts';
import { STOCK_OPERATIONS } from './stock/operations.ts';

/** By names as the log has them. */
export const OPERATIONS = {
  ...ORDER_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...CATALOGUE_OPERATIONS,
  ...SHOP_OPERATIONS,
  ...STOCK_OPERATIONS,
  ...BAZAAR_OPERATIONS,
} satisfies Record<string, Operation>;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
