/** What the operator has set. See db/tables.ts. */
import type { Json } from '../db/column-types.ts';

export interface ShopTables {
  /** Settings without a row have their default; `areas` is a list (domain/shop/). */
  shop_settings: { name: string; value: Json };
}
