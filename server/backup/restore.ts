import { escapeIdentifier } from 'pg';
import { codeOf } from '../../base/error-code.ts';
import { STAFF } from '../../domain/accounts/roles.ts';
import { type PlaceContents, restoreRefusal } from '../../domain/shop/restore.ts';
import { apply, applyFunctions, createMigrationTables, readMigrations } from '../db/migrate.ts';
import type { Migration, Migrations } from '../db/migrate.ts';
import type { Database } from '../db/connect.ts';
import type { Session } from '../db/session.ts';
import { replaceSecrets } from '../data-dir/secrets.ts';
import { resealSecondFactors } from '../identity/second-factor.ts';
import type { Images } from '../images/images.ts';
import type { Settings } from '../settings.ts';
import { BackupError, type Manifest, type Totals, checkBackup, readBackup } from './format.ts';
import { OLD_TABLES, isBeforeFirst, takeOverOldTables } from './before-first.ts';
import { refuseUnlessKept, replaceTables, suspendChecks } from './schema.ts';

export interface RestoreOptions {
  database: Pick<Database, 'transaction'>;
  images: Pick<Images, 'storeFile'>;
  settings: Settings;
  open: () => AsyncIterable<Uint8Array>;
  /** Whether an owner has agreed to what goes (domain/shop/restore.ts). */
  agreed?: boolean;
  /** Rows and picture files, done and in all. */
  onProgress?: (done: number, total: number) => void;
  migrations?: Migrations;
}

export interface Restored {
  takenAt: Date;
  orders: number;
  accounts: number;
  products: number;
  pictureFiles: number;
  /** Whether AUTH_SECRET differs from the backup's: then customers have to log in again, and recovery codes of second factors are void. */
  otherSecret: boolean;
  /** What the shop had when the backup was taken; sums are 0 in backups before 0.6.0. */
  stated: { orders: number; poisha: number; pictures: number };
}

/** The schema that a backup is loaded into before it takes the place of the shop's tables. */
const SCHEMA = 'sodai_restore';

const PARALLEL_PICTURES = 8;

/** Checks the whole file, then loads all or nothing. @throws {BackupError} when it cannot be restored here, or the place is not empty. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { database, settings, open, agreed = false, migrations = readMigrations() } = options;
  const { manifest, secrets, totals } = await checkBackup(open());
  const isOld = isBeforeFirst(manifest.migrations);
  const known = isOld ? 1 : checkVersion(manifest.migrations, migrations.numbered);
  const otherSecret = settings.authSecret !== undefined && settings.authSecret !== secrets.authSecret;
  const restoring = database.transaction(async (session) => {
    await refuseUnlessEmpty(session, agreed);
    const [place] = await session.rows('select current_schema() as schema');
    await session.script(`create schema ${SCHEMA}; set local search_path to ${SCHEMA}`);
    await session.script("set local maintenance_work_mem = '128MB'");
    await createMigrationTables(session);
    await apply(session, 'numbered', migrations.numbered.slice(0, known));
    if (isOld) await session.script(OLD_TABLES);
    await refuseUnlessKept(session, manifest);
    const resumeChecks = await suspendChecks(session);
    // What migrations have written is in the backup too.
    for (const { name } of manifest.tables) await session.script(`truncate ${escapeIdentifier(name)}`);
    await load(session, manifest, totals, options);
    if (isOld) await takeOverOldTables(session);
    await resumeChecks();
    await apply(session, 'numbered', migrations.numbered.slice(known));
    await applyFunctions(session, migrations);
    await session.rows('update users set img_url = $1 where img_url = any($2::text[])', ['', totals.lostPictures]);
    if (otherSecret) await resealSecondFactors(session, secrets.authSecret, settings.authSecret ?? '');
    await replaceTables(session, SCHEMA, String(place?.schema));
    await session.script(
      "select pg_notify('products', ''), pg_notify('shop', ''), pg_notify('console', ''), pg_notify('mail', '')",
    );
    // Before the commit: orders without their secrets would be worse than an empty place with them.
    await replaceSecrets(settings, secrets);
  });
  await restoring.catch((error: unknown) => {
    // Values that are none, or that a constraint refuses.
    const isOfRows = /^2[23]/.test(codeOf(error) ?? '');
    throw isOfRows ? new BackupError('the backup has rows that no shop has', { cause: error }) : error;
  });
  return {
    takenAt: manifest.takenAt,
    orders: totals.rows.orders ?? 0,
    accounts: totals.rows.users ?? 0,
    products: totals.rows.products ?? totals.rows.product_versions ?? 0,
    pictureFiles: totals.files,
    otherSecret,
    stated: {
      orders: totals.orders?.count ?? totals.rows.orders ?? 0,
      poisha: totals.orders?.poisha ?? 0,
      pictures: totals.files,
    },
  };
}

/** The backup's migrations must be the first of those of this version. Returns their number. @throws {BackupError} */
function checkVersion(applied: Manifest['migrations'], migrations: readonly Migration[]): number {
  const unknown = applied.find(({ name, checksum }, at) => {
    const known = migrations[at];
    return known?.name !== name || known.checksum !== checksum;
  });
  if (unknown)
    throw new BackupError(
      `the backup is of a newer version of the shop, with migration ${unknown.name}: restore it with that version`,
    );
  return applied.length;
}

/** @throws {BackupError} when the shop has what must stay. Nobody can write to it until the transaction ends. */
async function refuseUnlessEmpty(session: Session, agreed: boolean): Promise<void> {
  await session.script('lock table users, orders, invitations, audit in exclusive mode');
  const reason = restoreRefusal(await contentsOfPlace(session), agreed);
  if (reason !== null) throw new BackupError(reason);
}

export async function contentsOfPlace(session: Pick<Session, 'rows'>): Promise<PlaceContents> {
  const [found] = await session.rows(
    `select (select count(*) from users) as accounts, (select count(*) from orders) as orders,
      (select count(*) from users where role <> all($1::text[])) as customers,
      (select count(*) from invitations) as invitations,
      (select count(*) from audit where actor <> 'shop' and action not like 'backup.%') as changes`,
    [STAFF],
  );
  const count = (name: keyof PlaceContents): number => Number(found?.[name]);
  return {
    accounts: count('accounts'),
    customers: count('customers'),
    orders: count('orders'),
    invitations: count('invitations'),
    changes: count('changes'),
  };
}

async function load(
  session: Session,
  manifest: Manifest,
  totals: Totals,
  { open, images, onProgress = () => {} }: RestoreOptions,
): Promise<void> {
  const total = Object.values(totals.rows).reduce((sum, rows) => sum + rows, totals.files);
  let done = 0;
  let writing: Promise<void>[] = [];
  for await (const part of readBackup(open())) {
    if (part.kind === 'rows') {
      await session.copyIn(part.table.name, part.table.columns, part.bytes);
      done += part.rows;
    } else if (part.kind === 'picture') {
      writing.push(images.storeFile(part.key, part.bytes));
      if (writing.length >= PARALLEL_PICTURES) {
        await Promise.all(writing);
        writing = [];
      }
      done += 1;
    }
    onProgress(done, total);
  }
  await Promise.all(writing);
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    await session.rows('select setval($1::regclass, $2::bigint, $3)', [name, lastValue, isCalled]);
  }
}
