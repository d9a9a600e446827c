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
  open(options?: { port?: number; env?: Record<string, string>; service?: boolean }): Promise<ShopProcess>;
  /** Opens the first process and imports `PRODUCTS`. */
  openWithProducts(): Promise<ShopProcess>;
  /** Kills the PostgreSQL server and makes its standby the primary. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

export interface FixtureOptions {
  /** Leaves PostgreSQL's syncing on. */
  durable?: boolean;
  /** Settings of all its processes. */
  env?: Record<string, string>;
  /** With a synchronous standby of the PostgreSQL server; both are in the shop's DATABASE_URL. */
  standby?: boolean;
}

/** Creates the data and the database. */
export async function createShopFixture(
  kind: DatabaseKind,
  { durable = false, env: settings = {}, standby: withStandby = false }: FixtureOptions = {},
): Promise<ShopFixture> {
  const dataDir = kind === 'pglite' ? await newMigratedDataDir() : await newDataDir();
  const server = kind === 'postgres' ? await startPostgres({ durable }) : null;
  const ownUrl = server ? await createDatabase(server) : '';
  const standby = withStandby ? await server?.addStandby() : undefined;
  const databaseUrl = standby ? withSecondHost(ownUrl, standby.url) : ownUrl;
  const shops: ShopProcess[] = [];

  const open: ShopFixture['open'] = async ({ port, env = {}, service = false } = {}) => {
    const shop = await openShopProcess({
      dataDir,
      ...(port === undefined ? {} : { port }),
      service,
      env: {
        OPERATOR_TOKEN,
        AUTH_SECRET: 'a secret of these tests, long enough',
        ...(server ? { DATABASE_URL: databaseUrl } : {}),
        ...settings,
        ...env,
      },
    });
    shops.push(shop);
    return shop;
  };

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
    async failOver() {
      await server?.kill();
      await standby?.promote();
    },
    async close() {
      for (const shop of shops) await shop.kill();
      await standby?.stop();
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

function withSecondHost(url: string, other: string): string {
  const { host } = new URL(url);
  return `${url.replace(host, `${host},${new URL(other).host}`)}?target_session_attrs=read-write`;
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
