/** What the operator's API needs beside the shop's own services: the token, imports, accounts, and orders by short ids. */
import { sql } from 'kysely';
import { isOrderId } from '../domain/order.ts';
import { createAccounts } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { createCatalogueImport } from './catalogue-import.ts';
import type { CatalogueImport } from './catalogue-import.ts';
import type { Database } from './db/connect.ts';
import type { Identity } from './identity.ts';
import type { Images } from './images.ts';
import { createAdmission } from './operator-token.ts';
import type { Admits } from './operator-token.ts';

export interface Operator {
  /** Whether a request is the operator's, by its `Authorization` header. */
  admits: Admits;
  imports: CatalogueImport;
  accounts: Accounts;
  /**
   * The ids of the orders that a given id means: the order itself or, from 6 characters on, those that begin so; two at
   * most. Shoppers know their order by those 6.
   */
  orderIds(given: string): Promise<string[]>;
}

export interface OperatorOptions {
  database: Pick<Database, 'kysely'>;
  catalogue: Pick<Catalogue, 'change'>;
  identity: Pick<Identity, 'endSessions'>;
  images: Pick<Images, 'has' | 'remove'>;
  /** See secrets.ts. */
  token: string;
}

export function createOperator({ token, ...shop }: OperatorOptions): Operator {
  const { kysely } = shop.database;
  return {
    admits: createAdmission(token),
    imports: createCatalogueImport(shop),
    accounts: createAccounts(shop),
    async orderIds(given) {
      const start = given.replace(/^#/, '').toLowerCase();
      if (isOrderId(start)) return [start];
      if (!/^[a-z0-9]{6,}$/.test(start)) return [];
      const rows = await kysely
        .selectFrom('orders')
        .select('id')
        .where(sql<boolean>`starts_with(id, ${start})`)
        .orderBy('number', 'desc')
        .limit(2)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
