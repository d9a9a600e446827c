/** The shop of a Playwright worker, which runs one test at a time: what nobody else does to it can be relied on. */
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { freePort } from '../support/free-port.ts';
import { newMigratedDataDir } from '../support/migrated-database.ts';
import { importProducts, OPERATOR_TOKEN, operatorRequest, operatorSends } from '../support/operator-client.ts';
import { openShopProcess, removeData } from '../support/shop-process.ts';

export interface WorkerShop {
  url: string;
  /** Gets its mails. */
  mails: MailServer;
  /** Makes the catalogue what it was at first, for the tests of other files. */
  restoreCatalogue(): Promise<void>;
  /** The same for what its operator sets. */
  restoreSettings(): Promise<void>;
  /** What it logged so far. */
  output(): string;
  close(): Promise<void>;
}

/** Opens the shop as `npm start` does, with the demo catalogue, on data of its own. */
export async function openWorkerShop(more: Readonly<Record<string, string>> = {}): Promise<WorkerShop> {
  const [dataDir, port, mails] = await Promise.all([newMigratedDataDir(), freePort(), startMailServer()]);
  const env = { PUBLIC_URL: `http://localhost:${port}`, DEMO: 'on', OPERATOR_TOKEN, SMTP_URL: mails.url, ...more };
  const shop = await openShopProcess({ dataDir, port, env, entry: 'test/e2e/shop-with-cheap-passwords.ts' });
  const catalogue = (await (await operatorRequest(shop.url, '/products')).text()).trim().split('\n');
  // As one that somebody runs; console-opening.spec.ts begins at the beginning.
  await operatorSends(shop.url, 'PATCH', '/settings', { opening: ['open'] });
  const settings: unknown = await (await operatorRequest(shop.url, '/settings')).json();
  return {
    url: shop.url,
    mails,
    restoreCatalogue: () =>
      importProducts(
        shop.url,
        catalogue.map((row) => JSON.parse(row)),
        { replace: true },
      ),
    restoreSettings: () => operatorSends(shop.url, 'PATCH', '/settings', settings),
    output: shop.output,
    async close() {
      await shop.stop();
      await mails.stop();
      await removeData(dataDir);
    },
  };
}
