import { createReadStream } from 'node:fs';
import { escapeIdentifier } from 'pg';
import { codeOf, reasonOf } from '../../base/error-code.ts';
import { STAFF } from '../../domain/accounts/roles.ts';
import { type PlaceContents, restoreRefusal } from '../../domain/shop/restore.ts';
import { apply, applyFunctions, createMigrationTables, readMigrations } from '../db/migrate.ts';
import type { Migration, Migrations } from '../db/migrate.ts';
import { type Database, openDatabase, type Session } from '../db/connect.ts';
import { DataDirInUse } from '../data-dir/lock.ts';
import { replaceSecrets } from '../data-dir/secrets.ts';
import { resealSecondFactors } from '../identity/second-factor.ts';
import { type Images, createImages } from '../images/images.ts';
import { readSettings, type Settings } from '../environment.ts';
import { decrypted } from './encryption.ts';
import { BackupError, type Manifest, type Totals, readBackup } from './format.ts';
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

export type Restored = Awaited<ReturnType<typeof restoreBackup>>;

/** The schema that a backup is loaded into before it takes the place of the shop's tables. */
const SCHEMA = 'sodai_restore';

const PARALLEL_PICTURES = 8;

/** Checks the whole file, then loads all of it or nothing. @throws {BackupError} when it cannot be restored here. */
export async function restoreBackup(options: RestoreOptions) {
  const { database, settings, open, agreed = false, migrations = readMigrations() } = options;
  const { manifest, secrets, totals } = await readBackup(open());
  const known = checkVersion(manifest.migrations, migrations.numbered);
  const otherSecret = settings.authSecret !== undefined && settings.authSecret !== secrets.authSecret;
  const restoring = database.transaction(async (session) => {
    // Nobody can write to the shop until the transaction ends.
    await session.script('lock table users, orders, invitations, audit in exclusive mode');
    const reason = restoreRefusal(await contentsOfPlace(session), agreed);
    if (reason !== null) throw new BackupError(reason);
    const [place] = await session.rows<{ schema: string }>('select current_schema() as schema');
    await session.script(`create schema ${SCHEMA}; set local search_path to ${SCHEMA}`);
    await session.script("set local maintenance_work_mem = '128MB'");
    await createMigrationTables(session);
    await apply(session, 'numbered', migrations.numbered.slice(0, known));
    await refuseUnlessKept(session, manifest);
    const resumeChecks = await suspendChecks(session);
    // What migrations have written is in the backup too.
    for (const { name } of manifest.tables) await session.script(`truncate ${escapeIdentifier(name)}`);
    await load(session, manifest, totals, options);
    await resumeChecks();
    await apply(session, 'numbered', migrations.numbered.slice(known));
    await applyFunctions(session, migrations);
    await session.rows('update users set img_url = $1 where img_url = any($2::text[])', ['', totals.lostPictures]);
    // The shop of the backup may have sent them since: none is sent twice.
    await session.script(`update outbox set given_up_at = now(), sending_until = now(), last_error = 'it comes from a backup'
      where channel = 'sms' and sent_at is null and given_up_at is null`);
    if (otherSecret) await resealSecondFactors(session, secrets.authSecret, settings.authSecret ?? '');
    await replaceTables(session, SCHEMA, place?.schema ?? '');
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
    products: totals.rows.products ?? 0,
    pictureFiles: totals.files,
    /** AUTH_SECRET is another one than the backup's: customers log in again, and recovery codes are void. */
    otherSecret,
    /** What the shop had when the backup was taken; sums are 0 in backups before 0.6.0. */
    stated: {
      orders: totals.orders?.count ?? totals.rows.orders ?? 0,
      poisha: totals.orders?.poisha ?? 0,
      pictures: totals.files,
    },
  };
}

/** The backup's migrations must be the first of those of this version. Returns their number. @throws {BackupError} */
function checkVersion(applied: Manifest['migrations'], migrations: readonly Migration[]): number {
  if (applied[0]?.name === '0001_the_shop')
    throw new BackupError('the backup is of a version of the shop that is too old');
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

export async function contentsOfPlace(session: Session): Promise<PlaceContents> {
  const [found] = await session.rows<PlaceContents>(
    `select (select count(*) from users) as accounts, (select count(*) from orders) as orders,
      (select count(*) from users where role <> all($1::text[])) as customers,
      (select count(*) from invitations) as invitations,
      (select count(*) from audit where actor <> 'shop' and action not like 'backup.%') as changes`,
    [STAFF],
  );
  return found as PlaceContents;
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
  await readBackup(open(), async (part) => {
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
  });
  await Promise.all(writing);
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    await session.rows('select setval($1::regclass, $2::bigint, $3)', [name, lastValue, isCalled]);
  }
}

/**
 * `npm run shop -- restore FILE` while no shop is running. It writes lines of JSON: its progress, then `{"restored":
 * …}` or `{"problem": …}`, or `{"running": true}` when a shop has the data directory.
 */
async function restoreHere(file: string): Promise<void> {
  const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  // It ends with the command line, however that ends: then the database is as it was.
  process.stdin.once('end', () => process.exit(1)).resume();
  try {
    const settings = readSettings();
    const database = await openDatabase(settings);
    const options = {
      database,
      images: createImages(settings.storage),
      settings,
      open: () => decrypted(createReadStream(file), settings.backupKey),
      onProgress: (done: number, total: number) => write({ done, total }),
    };
    write({ restored: await restoreBackup(options).finally(database.close) });
  } catch (error) {
    write(error instanceof DataDirInUse ? { running: true } : { problem: { detail: reasonOf(error) } });
  }
  process.stdin.destroy();
}

if (import.meta.main) await restoreHere(process.argv[2] ?? '');
