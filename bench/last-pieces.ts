/** Shoppers that want the last pieces of one product at the same moment. */
import { randomUUID } from 'node:crypto';
import { operatorSends } from '../test/support/operator-client.ts';
import { openConnection, requestBytes } from './connection.ts';
import { registerCustomer } from './customers.ts';
import { orderOf, someProducts } from './ordering.ts';

export interface LastPieces {
  /** Of the shoppers who keep what they get. */
  sold: number;
  /** How many the shop says are left. */
  left: unknown;
  /** Answers that none is left. */
  refused: number;
}

/**
 * Each orders one piece, and again after each refusal until all are sold. Every other one cancels what they get.
 * @throws when anything else than one of these is answered.
 */
export async function fightForPieces(
  port: number,
  origin: string,
  { shoppers, pieces }: { shoppers: number; pieces: number },
): Promise<LastPieces> {
  const [product] = await someProducts(port);
  if (!product) throw new Error('the listing is empty');
  await operatorSends(origin, 'POST', `/stock/${product.id}/count`, { pieces });
  const cookies: string[] = [];
  for (let shopper = 0; shopper < shoppers; shopper += 1) cookies.push(await registerCustomer(port, origin));
  const order = orderOf([product]);
  let sold = 0;
  let refused = 0;

  async function shop(cookie: string, keeps: boolean): Promise<void> {
    const connection = await openConnection(port);
    const send = async (path: string, json: unknown) =>
      connection.request(requestBytes(path, { method: 'POST', headers: { Origin: origin, Cookie: cookie }, json }));
    try {
      while (sold < pieces) {
        const { status, body } = await send('/api/orders', { ...order, idempotencyKey: randomUUID() });
        if (status === 409) {
          refused += 1;
          continue;
        }
        if (status !== 201) throw new Error(`an order is answered ${status}: ${body.toString()}`);
        if (keeps) sold += 1;
        else {
          const { id } = JSON.parse(body.toString());
          const canceled = await send(`/api/orders/${id}/cancel`, {});
          if (canceled.status !== 200) throw new Error(`a cancel is answered ${canceled.status}`);
        }
        return;
      }
    } finally {
      connection.close();
    }
  }

  await Promise.all(cookies.map((cookie, shopper) => shop(cookie, shopper % 2 === 0)));
  const response = await fetch(`${origin}/api/products?ids=${product.id}`);
  const { products }: { products: { stock?: number }[] } = await response.json();
  return { sold, left: products[0]?.stock, refused };
}
