/**
 * Works in a shop in which the recipes of test/recipes.test.ts were carried out, and prints what came of it as JSON.
 * Runs in such a copy of the sources: what only the recipes add is called by its name.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { valueOf } from './outcome.ts';
import { catalogueRow, exampleProduct, SHIPPING } from './factories.ts';
import { placeRequest } from './order-request.ts';
import { homeOf, INVITED_ROLES } from '../../domain/accounts/roles.ts';
import { parseBy } from '../../domain/parse.ts';
import type { OperatorOrder } from '../../domain/orders/order.ts';
import { readSettings } from '../../server/environment.ts';
import type { Operation } from '../../server/operation.ts';
import { OPERATIONS } from '../../server/operations.ts';
import { createServices } from '../../server/services.ts';

const gateway = createServer().listen(0, '127.0.0.1');
await once(gateway, 'listening');
const { port } = gateway.address() as AddressInfo;

const services = await createServices(
  readSettings({ ...process.env, CHAT_URL: `http://127.0.0.1:${port}`, DEMO: 'off' }),
  pino({ level: 'silent' }),
);
const { kysely } = services.database;

/** Does an operation as the API does. @throws when it is refused. */
async function did<T>(name: string, given: object): Promise<T> {
  const { input, run } = (OPERATIONS as Readonly<Record<string, Operation>>)[name] as Operation;
  const asker = { by: 'operator', userId: null, role: 'operator', confirmed: true } as const;
  return valueOf(await run(services, valueOf(parseBy(input, given)), asker)) as T;
}

const product = exampleProduct();
const row = { ...catalogueRow(product), brand: 'Pran', origin: 'Bogura', supplier: 'Karwan Bazar' };
await services.catalogue.importRows([row], 'operator');
const customer = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
await kysely.insertInto('users').values(customer).execute();

const sent = once(gateway, 'request');
const { id } = valueOf(await services.orders.place(customer, placeRequest([product, 2])));
const [message, answer] = await sent;
const chat = await text(message);
answer.end();

const change = (asked: object) => did<OperatorOrder>('orders.change', { id, ...asked });
const add = (name: string) => did<{ id: string }>('riders.add', { name, phone: SHIPPING.phone });
const inRound = async (rider: string) => (await services.riders.round(rider)).orders.length;

const [leaving, staying] = [await add('Karim'), await add('Rahim')];
await change({ change: 'stage', stage: 'packed' });
const { status } = await change({ change: 'send' });
await change({ change: 'rider', rider: leaving.id });
const carried = await inRound(leaving.id);
await did('riders.remove', { id: leaving.id });
const { rider } = (await did<{ order: OperatorOrder }>('orders.show', { id })).order;
await change({ change: 'rider', rider: staying.id });
const edited = await did<OperatorOrder>('orders.edit', { id, items: [{ id: product.id, quantity: 3 }] });
const repacked = await change({ change: 'repack', reason: 'two boxes' });
const delivered = await change({ change: 'deliver', collected: edited.totalCost });
const { history } = await did<{ history: { change: string | null; reason: string }[] }>('orders.show', { id });

await did('operators.invite', { email: 'rahima@example.com', role: 'accountant' });
const invited = (await services.operators.list()).map(({ role }) => role);

console.log(
  JSON.stringify({
    chat,
    status,
    carried,
    rider,
    edited: [edited.status, edited.orderItems[0]?.quantity],
    repacked: [repacked.status, repacked.stage],
    delivered: [delivered.status, delivered.paymentStatus, await inRound(staying.id)],
    history: history.map((entry) => (entry.reason ? `${entry.change} ${entry.reason}` : entry.change)),
    columns: [(await services.catalogue.byIds([product.id]))[0], await services.catalogue.row(product.id)].map(
      (read) => {
        const { brand, origin, supplier } = read as unknown as Record<string, unknown>;
        return [brand, origin, supplier];
      },
    ),
    greeting: await did('shop.greet', { name: 'Amina' }),
    invited: [INVITED_ROLES, ...invited, homeOf('accountant')],
  }),
);
await services.close();
gateway.close();
