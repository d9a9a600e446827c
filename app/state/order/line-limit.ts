import { TOO_MANY_PIECES, TOO_MANY_PRODUCTS } from '#messages';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { MAX_ORDER_LINES, MAX_ORDER_QUANTITY } from '../../../domain/orders/quantity.ts';
import { formatMessage, productName } from '../../../messages/format.ts';

/** Why one order cannot have this line of the cart, which itself has no limits (product §5). */
export function limitText(item: CartItem, index: number): string | null {
  const name = productName(item);
  if (item.quantity > MAX_ORDER_QUANTITY) return formatMessage(TOO_MANY_PIECES, { name, limit: MAX_ORDER_QUANTITY });
  return index < MAX_ORDER_LINES ? null : formatMessage(TOO_MANY_PRODUCTS, { name, limit: MAX_ORDER_LINES });
}
