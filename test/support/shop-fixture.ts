/** The data and database of a shop in tests, on which any number of processes can be opened. */
import { newMigratedDataDir } from './migrated-database.ts';
import { OPERATOR_TOKEN, PRODUCTS, importProducts } from './operator-client.ts';
import { type PostgresServer, TEMPLATE, onServer, startPostgres } from './postgres-server.ts';
import { type ShopProcess, newDataDir, openShopProcess, removeData } from './shop-process.ts';

export interface ShopFixture {
  dataDir: string;
  /** The PostgreSQL server of DATABASE_URL; null where the shop starts its own. */
  server: PostgresServer | null;
  /** The shop's database on that server, or ''. */
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
  /**
   * Starts a server for DATABASE_URL, on which any number of processes can be opened; 'durable': one that syncs to
   * disk.
   */
  server?: boolean | 'durable';
  /** Settings of all its processes. */
  env?: Record<string, string>;
  /** With a synchronous standby of the PostgreSQL server; both are in the shop's DATABASE_URL. */
  standby?: boolean;
}

/** Creates the data and the database. */
export async function createShopFixture({
  server: withServer = false,
  env: settings = {},
  standby: withStandby = false,
}: FixtureOptions = {}): Promise<ShopFixture> {
  const server = withServer ? await startPostgres({ durable: withServer === 'durable' }) : null;
  const dataDir = server ? await newDataDir() : await newMigratedDataDir();
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
  await onServer(server.url, `create database shop template ${TEMPLATE}`);
  const url = new URL(server.url);
  url.pathname = 'shop';
  return url.href;
}

function withSecondHost(url: string, other: string): string {
  const { host } = new URL(url);
  return `${url.replace(host, `${host},${new URL(other).host}`)}?target_session_attrs=read-write`;
}
