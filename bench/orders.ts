/** How many orders a second can be placed (priced, stored, synced to disk and answered), on both databases. */
import { randomUUID } from 'node:crypto';
import type { Product } from '../domain/product.ts';
import { totalsOf } from '../domain/pricing.ts';
import { SHIPPING } from '../test/support/customer.ts';
import { openConnection, requestBytes } from './connection.ts';
import { registerCustomer } from './customers.ts';
import { type LoadResult, runLoad } from './load.ts';
import { atLeast, atMost, type Bench, rounded } from './report.ts';
import { DATABASE_NAMES, type DatabaseKind, withShop, withShopData } from './shop.ts';

const CLIENTS = 64;
const LOAD_MS = 15_000;
const WARM_UP_MS = 3_000;
const LINES = 5;
const DATABASES: readonly DatabaseKind[] = ['postgres', 'pglite'];

export const bench: Bench = {
  name: 'orders',
  about: 'orders a second at 64 clients, both databases',
  async run(show) {
    const results: { kind: DatabaseKind; result: LoadResult }[] = [];
    for (const [at, kind] of DATABASES.entries()) {
      show(DATABASE_NAMES[kind], at, DATABASES.length);
      results.push({ kind, result: await withShopData(kind, (data) => withShop(data, placeOrders)) });
    }
    return reportOf(results);
  },
};

/**
 * Places orders from all clients in parallel. @throws when one is refused, or when the shop lists fewer than it
 * acknowledged.
 */
async function placeOrders({ port, pid, url }: { port: number; pid: number; url: string }): Promise<LoadResult> {
  const cookies: string[] = [];
  for (let client = 0; client < CLIENTS; client += 1) cookies.push(await registerCustomer(port, url));
  const products = await someProducts(port);
  const items = products.map((product, line) => Object.assign(product, { quantity: line + 1 }));
  const order = {
    items: items.map(({ id, quantity }) => ({ id, quantity })),
    shippingInfo: SHIPPING,
    paymentMethod: 'cashon',
    expectedTotal: totalsOf(items).totalCost,
  };
  const result = await runLoad({
    port,
    pid,
    connections: CLIENTS,
    ms: LOAD_MS,
    warmUpMs: WARM_UP_MS,
    expect: [201],
    next: (client) =>
      requestBytes('/api/orders', {
        method: 'POST',
        headers: { Origin: url, Cookie: cookies[client] ?? '' },
        json: { ...order, idempotencyKey: randomUUID() },
      }),
  });
  if (Object.keys(result.unexpected).length > 0) {
    throw new Error(`orders were refused: ${JSON.stringify(result.unexpected)}`);
  }
  return result;
}

/** The first products of a listing, as its cards have them. */
async function someProducts(port: number): Promise<Product[]> {
  const connection = await openConnection(port);
  try {
    const { status, body } = await connection.request(requestBytes('/api/listings/vegetables'));
    if (status !== 200) throw new Error(`a listing answers ${status}`);
    const { products }: { products: Product[] } = JSON.parse(body.toString());
    return products.slice(0, LINES);
  } finally {
    connection.close();
  }
}

function reportOf(results: readonly { kind: DatabaseKind; result: LoadResult }[]) {
  const postgres = results.find(({ kind }) => kind === 'postgres')?.result;
  return {
    title: `Orders a second, ${CLIENTS} keep-alive clients, one process`,
    goals: [
      atLeast('orders on PostgreSQL', postgres?.perSecond ?? 0, 400, 'orders/s'),
      atMost('p99 on PostgreSQL', postgres?.p99 ?? Number.POSITIVE_INFINITY, 300, 'ms'),
    ],
    tables: [
      {
        title: `Orders of ${LINES} lines, each in a transaction of its own that is synced to the disk`,
        columns: ['database', 'orders', 'orders/s', 'p50, ms', 'p99, ms', 'longest, ms', 'CPU of the shop, ms'],
        rows: results.map(({ kind, result }) => [
          DATABASE_NAMES[kind],
          result.answers,
          Math.round(result.perSecond),
          rounded(result.p50),
          rounded(result.p99),
          rounded(result.longest),
          rounded(result.busy / 1000),
        ]),
      },
    ],
    plot: {
      panels: [
        {
          title: 'Orders placed',
          unit: 'orders a second',
          goal: 400,
          bars: [
            ...results.map(({ kind, result }) => ({
              label: `Sodai, ${DATABASE_NAMES[kind]}`,
              value: result.perSecond,
            })),
            { label: 'EverShop', value: 10, other: true },
            { label: 'Medusa', value: 0.9, other: true },
          ],
        },
        {
          title: '99 of 100 orders are placed within',
          unit: 'ms',
          goal: 300,
          bars: results.map(({ kind, result }) => ({ label: DATABASE_NAMES[kind], value: result.p99 })),
        },
      ],
    },
    notes: [
      `${LOAD_MS / 1000} s after ${WARM_UP_MS / 1000} s of warming up; load generator, shop and database share the machine.`,
      'PostgreSQL runs with its own defaults: every acknowledged order is on the disk.',
    ],
  };
}
