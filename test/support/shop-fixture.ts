/** The data and database of a shop in tests, on which any number of processes can be opened. */
import { Client } from 'pg';
import { newMigratedDataDir } from './migrated-database.ts';
import { OPERATOR_TOKEN, PRODUCTS, importProducts } from './operator-client.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type ShopProcess, newDataDir, openShopProcess, removeData } from './shop-process.ts';

export type DatabaseKind = 'pglite' | 'postgres';

export interface ShopFixture {
  dataDir: string;
  /** The PostgreSQL server; null for the embedded database. */
  server: PostgresServer | null;
  /** The shop's own database on that server; '' for the embedded one. */
  databaseUrl: string;
  /** Opens a process of the shop. `close` kills processes that still run. */
  open(options?: { port?: number; env?: Record<string, string> }): Promise<ShopProcess>;
  /** Opens the first process and imports `PRODUCTS`. */
  openWithProducts(): Promise<ShopProcess>;
  close(): Promise<void>;
}

/** Creates the data and the database. `durable` leaves PostgreSQL's syncing on. */
export async function createShopFixture(kind: DatabaseKind, { durable = false } = {}): Promise<ShopFixture> {
  const dataDir = kind === 'pglite' ? await newMigratedDataDir() : await newDataDir();
  const server = kind === 'postgres' ? await startPostgres({ durable }) : null;
  const databaseUrl = server ? await createDatabase(server) : '';
  const shops: ShopProcess[] = [];

  async function open({ port, env = {} }: { port?: number; env?: Record<string, string> } = {}): Promise<ShopProcess> {
    const shop = await openShopProcess({
      dataDir,
      ...(port === undefined ? {} : { port }),
      env: {
        OPERATOR_TOKEN,
        AUTH_SECRET: 'a secret of these tests, long enough',
        ...(server ? { DATABASE_URL: databaseUrl } : {}),
        ...env,
      },
    });
    shops.push(shop);
    return shop;
  }

  return {
    dataDir,
    server,
    databaseUrl,
    open,
    async openWithProducts() {
      const shop = await open();
      await importProducts(shop.url, PRODUCTS);
      return shop;
    },
    async close() {
      for (const shop of shops) await shop.kill();
      await server?.stop();
      await removeData(dataDir);
    },
  };
}

async function createDatabase(server: PostgresServer): Promise<string> {
  await onServer(server.url, 'create database shop');
  const url = new URL(server.url);
  url.pathname = 'shop';
  return url.href;
}

/** Runs one statement on a server and returns its rows. */
export async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
