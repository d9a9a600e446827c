/** Customers that place orders, all with the same products. */
import { randomUUID } from 'node:crypto';
import type { Product } from '../domain/catalogue/product.ts';
import { totalsOf } from '../domain/orders/pricing.ts';
import { openConnection, requestBytes } from './connection.ts';
import { registerCustomer } from './customers.ts';
import { type LoadOptions, type LoadResult, runLoad } from './load.ts';
import { LISTINGS } from '../test/support/first-categories.ts';
import { SHIPPING } from '../test/support/factories.ts';
import { USUAL_FEE } from '../test/support/usual-fee.ts';

/** Products of an order. */
export const LINES = 5;

/** Registers the customers at a shop with this origin. Generates orders; `client` is the customer's number. */
export async function createOrdering(
  port: number,
  origin: string,
  customers: number,
): Promise<(client: number) => Buffer> {
  const cookies: string[] = [];
  for (let client = 0; client < customers; client += 1) cookies.push(await registerCustomer(port, origin));
  const order = orderOf(await someProducts(port));
  return (client) =>
    requestBytes('/api/orders', {
      method: 'POST',
      headers: { Origin: origin, Cookie: cookies[client] ?? '' },
      json: { ...order, idempotencyKey: randomUUID() },
    });
}

/** Places orders from all clients in parallel. @throws when one is refused. */
export async function placeOrders(options: LoadOptions): Promise<LoadResult> {
  const result = await runLoad({ ...options, expect: [201] });
  if (Object.keys(result.unexpected).length > 0) {
    throw new Error(`orders were refused: ${JSON.stringify(result.unexpected)}`);
  }
  return result;
}

/** An order of these products, without its key. */
export function orderOf(products: readonly Product[]) {
  const items = products.map((product, line) => Object.assign(product, { quantity: line + 1 }));
  return {
    items: items.map(({ id, quantity }) => ({ id, quantity })),
    shippingInfo: SHIPPING,
    paymentMethod: 'cashon',
    expectedTotal: totalsOf(items, USUAL_FEE).totalCost,
  };
}

/** The first products of the shop, as its cards have them. */
export async function someProducts(port: number, count = LINES): Promise<Product[]> {
  const connection = await openConnection(port);
  try {
    const found: Product[] = [];
    for (const { slug } of LISTINGS) {
      if (found.length >= count) break;
      const { status, body } = await connection.request(requestBytes(`/api/listings/${slug}`));
      if (status !== 200) throw new Error(`a listing answers ${status}`);
      const { products }: { products: Product[] } = JSON.parse(body.toString());
      found.push(...products.filter(({ id }) => found.every((product) => product.id !== id)));
    }
    return found.slice(0, count);
  } finally {
    connection.close();
  }
}
