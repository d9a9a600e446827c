import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { CUSTOMER_ROLE } from '../../domain/accounts/account.ts';
import { GROUPS, STATUSES } from '../../domain/catalogue/catalogue.ts';
import { MAX_ORDER_QUANTITY } from '../../domain/orders/cart.ts';
import { COUNTRY } from '../../domain/accounts/address.ts';
import { LANGUAGES } from '../../base/language.ts';
import { FULL_DISCOUNT } from '../../domain/money.ts';
import { ORDER_STATUSES } from '../../domain/orders/order.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { storeOrder } from '../../test/support/stored-orders.ts';
import { columnsOf, type ProductsTable } from '../catalogue/tables.ts';
import type { Database } from './connect.ts';
import type { OrderLineRow, OrderRow } from '../orders/tables.ts';

// Migrations are frozen and cannot import the domain's rules. These tests check that both have the same values.
describeWithDatabase('the checks of the database agree with the rules on', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    const { kysely } = database;
    const { stock: _, ...product } = columnsOf(catalogueRow(exampleProduct()));
    await kysely.insertInto('products').values(product).execute();
    await storeOrder(database, {});
  });

  const product = (values: Partial<Pick<ProductsTable, 'discount_bp' | 'status'>>) =>
    database.kysely.updateTable('products').set(values).execute();
  /** Its products follow it. */
  const category = (values: Pick<ProductsTable, 'type'>) =>
    database.kysely.updateTable('categories').set(values).where('id', '=', 'fish').execute();
  const order = (values: Pick<OrderRow, 'status'>) => database.kysely.updateTable('orders').set(values).execute();
  const line = (values: Pick<OrderLineRow, 'quantity'>) =>
    database.kysely.updateTable('order_lines').set(values).execute();

  test('quantities of an order line', async () => {
    for (const quantity of [1, MAX_ORDER_QUANTITY]) await line({ quantity });
    for (const quantity of [0, MAX_ORDER_QUANTITY + 1]) await expect(line({ quantity })).rejects.toThrow(/check/);
  });

  test('discounts', async () => {
    for (const discount_bp of [0, FULL_DISCOUNT - 1]) await product({ discount_bp });
    for (const discount_bp of [-1, FULL_DISCOUNT]) await expect(product({ discount_bp })).rejects.toThrow(/check/);
  });

  test('lists', async () => {
    for (const status of ORDER_STATUSES) await order({ status });
    for (const status of STATUSES) await product({ status });
    for (const type of GROUPS) await category({ type });
    for (const other of ["orders set status = 'lost'", "products set status = ''", "categories set type = 'toys'"]) {
      await expect(sql.raw(`update ${other}`).execute(database.kysely)).rejects.toThrow(/check/);
    }
  });

  test('the defaults of an account', async () => {
    const user = { id: 'u', email: 'rahima@example.com', name: 'Rahima' };
    const { role, country, language } = await database.kysely
      .insertInto('users')
      .values(user)
      .returning(['role', 'country', 'language'])
      .executeTakeFirstOrThrow();
    expect({ role, country, language }).toEqual({ role: CUSTOMER_ROLE, country: COUNTRY, language: LANGUAGES[0] });
  });

  test('languages', async () => {
    const user = { id: 'l', email: 'languages@example.com', name: 'Rahima' };
    await database.kysely.insertInto('users').values(user).execute();
    for (const language of LANGUAGES) {
      await database.kysely.updateTable('users').set({ language }).where('id', '=', user.id).execute();
    }
    for (const other of ["''", "'BN'", "'bn-BD'"]) {
      const change = sql.raw(`update users set language = ${other} where id = 'l'`);
      await expect(change.execute(database.kysely)).rejects.toThrow(/check/);
    }
    await expect(sql`update users set language = null where id = 'l'`.execute(database.kysely)).rejects.toThrow(/null/);
  });
});
