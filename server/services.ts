import type { Logger } from 'pino';
import { createAccounts } from './accounts/admin.ts';
import { createBlocks } from './accounts/blocks.ts';
import { createBazaar } from './bazaar/bazaar.ts';
import { createBackups } from './backup/backups.ts';
import { createNightly } from './backup/nightly.ts';
import { createCatalogue, readProducts } from './catalogue/catalogue.ts';
import { createCategories } from './catalogue/categories.ts';
import { createAuditLog } from './db/audit.ts';
import { createChecks } from './checks.ts';
import { openDatabase } from './db/connect.ts';
import { gather } from './db/gather.ts';
import { createImportJobs } from './catalogue/import-jobs.ts';
import { loadDemo } from './catalogue/demo.ts';
import { createFigures } from './figures/figures.ts';
import { createWorker, sweep } from './jobs/worker.ts';
import { followChanges, writeNewOrderMails } from './orders/follow-up.ts';
import { tightenDataDir } from './data-dir/folders.ts';
import { createIdentity } from './identity/identity.ts';
import { createOperatorAuthentication } from './identity/api-token.ts';
import { createOperators } from './identity/operators.ts';
import { tokenOf } from './identity/tokens.ts';
import { createImages } from './images/images.ts';
import { createLive } from './live/live.ts';
import { createMail } from './mail/mail.ts';
import { createMetrics } from './metrics.ts';
import { readWaiting, shopGauges } from './gauges.ts';
import { createNotes } from './orders/notes.ts';
import { createOrderMails } from './orders/order-mails.ts';
import { createOrders, type OrderParts } from './orders/orders.ts';
import { createPush } from './push/push.ts';
import { createCash } from './orders/cash.ts';
import { createDues } from './orders/dues.ts';
import { createRiders } from './orders/riders.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { loadSecrets } from './data-dir/secrets.ts';
import { createShop } from './shop/shop.ts';
import { createSecurityLog } from './log.ts';
import type { Settings } from './environment.ts';
import { createStock } from './stock/stock.ts';
import { createUsers } from './accounts/profile.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/**
 * Opens the database first, which locks the data directory. `reopen` closes the services and creates them again. A
 * simulation runs the jobs itself. @throws a one-line error.
 */
export async function createServices(
  settings: Settings,
  log: Logger,
  reopen: () => Promise<void> = async () => {},
  startWorker: typeof createWorker = createWorker,
) {
  const database = await openDatabase(settings, log);
  try {
    const secrets = await loadSecrets(settings);
    tightenDataDir(settings.dataDir, log);
    const metrics = createMetrics();
    const security = createSecurityLog(log, secrets.authSecret, metrics.refusedBy);
    const images = createImages(settings.storage);
    const live = await createLive(database);
    // Before the finished pages are dropped, which are made again with what is read then.
    if (database.replica) live.onProductsChange(database.replica.changed);
    const shop = await createShop(database, live, settings, images);
    const categories = await createCategories(database, live);
    const counting = { lowStock: () => shop.settings().lowStock, changed: live.dropPages };
    const catalogue = createCatalogue(database, images, async () => categories.all(), counting);
    if (settings.demo) {
      const added = await loadDemo({ catalogue, importPicture: images.storeReady });
      if (added > 0) log.debug({ products: added }, 'demo catalogue loaded');
    }
    const mailFrom = () =>
      settings.mailFrom ?? `"${shop.name.replaceAll(/["\\]/g, '')}" <shop@${new URL(shop.origin).hostname}>`;
    const linkToken = (order: string): string => tokenOf(secrets.authSecret, `order ${order}`);
    const push = createPush({ database, origin: shop.origin, linkToken, trusted: settings.pushOrigin, log });
    const mail = createMail(
      database,
      { ...settings, mailFrom, push: push.transport, smsPerDay: () => shop.settings().smsPerDay },
      log,
    );
    const limits = settings.rateLimit ? createRateLimits(database.kysely) : null;
    const access = { database, sender: shop, secret: secrets.authSecret, mail, limits, security, log };
    const identity = createIdentity(access);
    const operators = createOperators(access);
    const { kysely } = database;
    const accounts = createAccounts({ database, identity, images, mail });
    const backups = createBackups({ database, images, shop, settings, secrets, security, reopen, log });
    const nightly = createNightly({
      database,
      settings,
      sender: shop,
      take: backups.takeNow,
      wake: () => worker.wake('backups'),
      log,
    });
    metrics.watch(shopGauges({ database, read: () => readWaiting(kysely), live, nightly, dataDir: settings.dataDir }));
    const worker = await startWorker(
      { database, log },
      {
        mails: { run: mail.send, everySeconds: 3, channel: 'mail' },
        // At its time too: processes may end right after a commit, and operators' pauses between mails end.
        orders: {
          async run() {
            const more = await followChanges(kysely, { wait: false });
            await writeNewOrderMails(kysely, shop);
            return more;
          },
          everySeconds: 15,
          gatherMs: 200,
        },
        backups: { run: nightly.run, everySeconds: 60 },
        sweep: {
          async run() {
            await sweep(kysely);
            await mail.sweepFiles();
            return accounts.sweepUnused();
          },
          everySeconds: 3_600,
        },
      },
    );
    const parts: OrderParts = {
      kysely,
      readProducts: gather((ids: readonly string[]) => readProducts(kysely, ids)),
      mails: createOrderMails({ limits, sender: shop, smsOn: () => (settings.sms ? shop.settings().smsOn : []), log }),
      limits,
      shop,
      deliveryTo: shop.deliveryTo,
      delivery: () => shop.delivery,
      slots: () => shop.settings().slots,
      guests: () => shop.settings().guestOrders,
      linkToken,
      confirmFrom: () => shop.settings().confirmFrom,
      lowStock: counting.lowStock,
      onPlaced() {
        worker.wake('orders');
        metrics.orderPlaced();
      },
    };
    const orders = createOrders(parts);
    return {
      shop,
      log,
      database,
      catalogue,
      categories,
      orders,
      riders: createRiders({ database, operators, orders }),
      bazaar: createBazaar({ database, categories: categories.all, lowStock: counting.lowStock }),
      stock: createStock({ database, ...counting }),
      cash: createCash({ database, orders }),
      dues: createDues(parts, shop),
      figures: createFigures(database),
      users: createUsers({ database, images, identity, limits, log }),
      identity,
      images,
      live,
      mail,
      push,
      metrics,
      security,
      importJobs: createImportJobs({ database, catalogue, images, worker, directory: settings.dataDir, log }),
      accounts,
      blocks: createBlocks(database),
      notes: createNotes(database),
      backups,
      nightly,
      auditLog: createAuditLog(database),
      checks: createChecks({ database, shop, mail, nightly, operators, limits, settings }),
      operators,
      authenticateOperator: createOperatorAuthentication(settings, secrets.operatorToken, security),
      async close() {
        for (const part of [live, shop, categories, worker, mail, database]) await part.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
