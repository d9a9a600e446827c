/** Stock, of the products that are counted. In pieces. */

/** Why a number changes. `order`: an order takes, or gives back. */
export type MovementKind = 'order' | 'count' | 'goods in' | 'waste';

/** What an operator does, and what it is called. */
export const STOCK_MOVES = { count: 'Count', 'goods-in': 'Goods in', waste: 'Waste' } as const;
export type StockMove = keyof typeof STOCK_MOVES;

export interface Stocked {
  id: string;
  name: string;
  name_bn: string;
  weight: string;
  unit: string;
  image: string;
  category: string;
  stock: number;
}

export interface Movement {
  id: number;
  at: Date;
  kind: MovementKind;
  delta: number;
  /** In stock then; null: it is not counted any more. */
  after: number | null;
  /** An id. */
  order: string | null;
  /** An e-mail address; null: an order, or the API's token. */
  by: string | null;
  /** Of an order what was done with it. */
  reason: string;
}
