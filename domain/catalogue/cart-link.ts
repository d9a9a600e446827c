/** A link that fills a cart, to share a list: `/cart?add=ID:N,ID:N`. */
import { MAX_ORDER_LINES, MAX_ORDER_QUANTITY, parseQuantity } from '../orders/cart.ts';

export interface ListedProduct {
  id: string;
  quantity: number;
}

const PRODUCT_ID = /^[a-z0-9-]{1,64}$/;

/** What stands after `add=`; it needs no escapes. */
export function formatCartList(list: readonly ListedProduct[]): string {
  return list.map(({ id, quantity }) => `${id}:${quantity}`).join(',');
}

/** Each product once, the first time counts; an id alone is one piece. `isWhole`: nothing had to be left out. */
export function parseCartList(text: string): { list: ListedProduct[]; isWhole: boolean } {
  const parts = text.split(',');
  const list = new Map<string, ListedProduct>();
  for (const part of parts) {
    const [id = '', typed = '1', ...more] = part.split(':');
    const quantity = parseQuantity(typed);
    const isGood = PRODUCT_ID.test(id) && quantity !== null && quantity <= MAX_ORDER_QUANTITY && more.length === 0;
    if (isGood && !list.has(id) && list.size < MAX_ORDER_LINES) list.set(id, { id, quantity });
  }
  return { list: [...list.values()], isWhole: list.size === parts.length };
}
