/**
 * What an order costs a shop that counts its products and has delivery times, against one that does neither: both are
 * open, and orders are placed in turn, so that a machine that is slower for a while is so for both.
 */
import { randomUUID } from 'node:crypto';
import { WEEKDAYS } from '../domain/shop/settings.ts';
import { operatorSends } from '../test/support/operator-client.ts';
import { openConnection, requestBytes } from './connection.ts';
import { registerCustomer } from './customers.ts';
import { LINES, orderOf, someProducts } from './ordering.ts';
import { busySecondsOfAll, type MeasuredShop, withShop, withShopData } from './shop.ts';

/** Each with products of their own: it is not their waiting for each other that is measured. */
const CUSTOMERS = 8;
const ROUNDS = 14;
const ORDERS_OF_A_ROUND = 200;
const WARM_UP_ORDERS = 600;

interface Costs {
  without: number;
  inUse: number;
}

/** Processor time of the shop and its PostgreSQL for one order and its mails, in ms. */
export function costsInUse(): Promise<Costs> {
  return withShopData('own', (data) =>
    withShop(data, async (without) =>
      withShopData('own', (others) =>
        withShop(others, async (inUse) => {
          const shops = [await customersOf(without, false), await customersOf(inUse, true)] as const;
          for (const place of shops) await place(WARM_UP_ORDERS);
          const busy = () => [without, inUse].map(({ pid }) => busySecondsOfAll(pid));
          const before = busy();
          for (let round = 0; round < ROUNDS; round += 1) for (const place of shops) await place(ORDERS_OF_A_ROUND);
          const [first = NaN, second = NaN] = busy().map(
            (seconds, at) => ((seconds - (before[at] ?? NaN)) * 1e3) / (ROUNDS * ORDERS_OF_A_ROUND),
          );
          return { without: first, inUse: second };
        }),
      ),
    ),
  );
}

/** Returns what places so many orders, from all customers at once. */
async function customersOf({ port, url }: MeasuredShop, inUse: boolean): Promise<(orders: number) => Promise<void>> {
  const products = await someProducts(port, CUSTOMERS * LINES);
  if (inUse) {
    for (const { id } of products) await operatorSends(url, 'POST', `/stock/${id}/count`, { pieces: 1_000_000 });
    const slots = [{ days: WEEKDAYS, from: '17:00', to: '20:00', orders: 9_999, closes: 0 }];
    await operatorSends(url, 'PATCH', '/settings', { slots, deliveryDays: WEEKDAYS });
  }
  const customers: { headers: Record<string, string>; order: object }[] = [];
  for (let customer = 0; customer < CUSTOMERS; customer += 1) {
    const headers = { Origin: url, Cookie: await registerCustomer(port, url) };
    const order = orderOf(products.slice(customer * LINES, (customer + 1) * LINES));
    customers.push({ headers, order: inUse ? { ...order, slot: await freeSlot(port, headers, order) } : order });
  }

  return async (orders) => {
    let left = orders;
    const placeAll = async ({ headers, order }: (typeof customers)[number]): Promise<void> => {
      const connection = await openConnection(port);
      while (left > 0) {
        left -= 1;
        const json = { ...order, idempotencyKey: randomUUID() };
        const { status, body } = await connection.request(
          requestBytes('/api/orders', { method: 'POST', headers, json }),
        );
        if (status !== 201) throw new Error(`an order is answered ${status}: ${body.toString()}`);
      }
      connection.close();
    };
    await Promise.all(customers.map(placeAll));
  };
}

/** A time that is over is refused with those that are free. */
async function freeSlot(port: number, headers: Record<string, string>, order: object): Promise<unknown> {
  const connection = await openConnection(port);
  const json = { ...order, idempotencyKey: randomUUID(), slot: { day: '2020-01-01', from: '17:00' } };
  const { body } = await connection.request(requestBytes('/api/orders', { method: 'POST', headers, json }));
  connection.close();
  const { slots } = JSON.parse(body.toString());
  return slots[0];
}
