/** Orders as the services take them. */
import { randomUUID } from 'node:crypto';
import type { Product } from '../../domain/catalogue/product.ts';
import type { PlaceOrder } from '../../domain/orders/read-order.ts';
import { totalsOf } from '../../domain/orders/pricing.ts';
import { SHIPPING } from './factories.ts';
import { USUAL_FEE } from './usual-fee.ts';

export type Line = readonly [product: Product, quantity: number];

/** What a customer sends who saw these products, at the usual fee. */
export function placeRequest(...lines: readonly Line[]): PlaceOrder {
  const items = lines.map(([product, quantity]) => Object.assign({ quantity }, product));
  return {
    idempotencyKey: randomUUID(),
    items: items.map(({ id, quantity }) => ({ id, quantity })),
    shippingInfo: SHIPPING,
    paymentMethod: 'cashon',
    expectedTotal: totalsOf(items, USUAL_FEE).totalCost,
  };
}
