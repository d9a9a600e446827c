/** A shop with something in every corner, for tests of backups. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Database } from '../../server/db/connect.ts';
import { type RestoreOptions, restoreBackup } from '../../server/backup/restore.ts';
import { createImages } from '../../server/images/images.ts';
import type { Services } from '../../server/services.ts';
import type { Settings } from '../../server/environment.ts';
import { catalogueRow, exampleProduct, exampleShipping } from './factories.ts';
import { valueOf } from './outcome.ts';
import { PASSWORD, visitor } from './identity.ts';
import { newOperator, switchFactorOn } from './operators.ts';
import { png } from './pictures.ts';
import { streamOf, withDatabase } from './places.ts';

const PLAIN = { create: { width: 90, height: 40, channels: 3, background: '#e11d48' } } as const;

export const RAHIM = { name: 'Rahim', email: 'rahim@example.com', password: PASSWORD };

/** Places an order of one kilogram; returns its id. */
export async function placeOrder({ orders, database }: Services): Promise<string> {
  const user = await database.kysely
    .selectFrom('users')
    .selectAll()
    .where('email', '=', RAHIM.email)
    .executeTakeFirstOrThrow();
  const placed = await orders.place(user, {
    idempotencyKey: randomUUID(),
    items: [{ id: 'rui', quantity: 1 }],
    shippingInfo: exampleShipping({
      name: 'Rahim\tUddin\\',
      email: RAHIM.email,
      gender: 'male',
      street: '12 বাজার রোড\n"A"',
    }),
    paymentMethod: 'cashon',
    expectedTotal: 410,
  });
  return valueOf(placed).id;
}

/** Rahim, with a picture, whose address it returns. */
export async function addCustomer({ identity, users, database }: Services): Promise<string> {
  await identity.register(RAHIM, visitor());
  const owner = await database.kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const face = await users.setPicture(owner, () => png(64, 64));
  if (!face.ok) throw new Error('no face');
  return face.value.imgUrl;
}

/** Products, pictures, a customer, orders, an operator with a second factor, whose secret it returns. */
export async function fill(services: Services): Promise<string> {
  const { catalogue, images, operators, orders, shop } = services;
  const picture = await images.storeProduct(await png(40, 30));
  if (!picture.ok) throw new Error('no picture');
  await catalogue.importRows(
    [
      catalogueRow(exampleProduct({ id: 'rui', imgUrl: picture.value.imgUrl, name_bn: 'রুই' })),
      catalogueRow(exampleProduct({ id: 'tea', category: 'tea-coffe', type: 'beverages' })),
    ],
    'operator',
  );
  await addCustomer(services);
  const logo = await shop.changeLogo(
    new Request('https://shop.example', { method: 'PUT', body: new Uint8Array(await sharp(PLAIN).png().toBuffer()) }),
    'operator',
  );
  if (!logo.ok) throw new Error('no logo');
  const first = await placeOrder(services);
  await placeOrder(services);
  await orders.admin.change(first, { change: 'deliver' }, 'operator');
  const operator = await newOperator(operators);
  return (await switchFactorOn(operators, operator.cookie, Date.now())).secret;
}

/** Puts a backup into a place. */
export async function restore(settings: Settings, file: Uint8Array, change: Partial<RestoreOptions> = {}) {
  return withDatabase(settings, (database) =>
    restoreBackup({
      database,
      images: createImages(settings.storage),
      settings,
      open: () => streamOf(file),
      ...change,
    }),
  );
}

/** Of a place. */
export const accountsAndOrders = ({ kysely }: Database) =>
  kysely.selectFrom('users').select('id').unionAll(kysely.selectFrom('orders').select('id')).execute();
