/** The backup of every night: taken, stored, thinned out, and proven by a trial (docs/decisions/0036). One process of a shop does it at a time. */
import { type Readable, addAbortSignal } from 'node:stream';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayInDhaka } from '../../base/dates.ts';
import { BACKUP_WARNING_HOURS } from '../../domain/shop/checks.ts';
import { OPERATOR_ROLE } from '../../domain/accounts/account.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { LOCKS } from '../db/locks.ts';
import { notify } from '../db/notify.ts';
import { type Sender, type Email, renderEmail } from '../mail/email.ts';
import { enqueue } from '../mail/mail.ts';
import type { BackupSettings, Settings } from '../settings.ts';
import { encrypted } from './encryption.ts';
import { prove } from './proof.ts';
import { expired } from './retention.ts';
import { type BackupStore, type StoredBackup, backupName, storedBackup } from './stored-backup.ts';
import { openBackupStore } from './stores.ts';

export interface NightlyOptions {
  database: Pick<Database, 'kysely' | 'transaction'>;
  settings: Settings;
  sender: Sender;
  /** A backup of this moment, and when its snapshot was. */
  take: () => Promise<{ takenAt: Date; file: Readable }>;
  /** Runs the job now. */
  wake: () => void;
  log: Logger;
}

/** How long after a failure the next try may begin, in ms. */
const PAUSE_MS = 10 * 60 * 1000;
/** How long after a failed trial the same backup is tried again. */
const TRIAL_PAUSE_MS = 60 * 60 * 1000;
/** How often the store is asked what it still has. */
const LOOK_MS = 60 * 60 * 1000;
/** After so long a slow store is given up: the open snapshot keeps the database from cleaning up. */
const LONGEST_MS = 6 * 60 * 60 * 1000;

export type Nightly = ReturnType<typeof createNightly>;

export function createNightly({ database, settings, sender, take, wake, log }: NightlyOptions) {
  const { kysely } = database;
  const { backup, backupKey: key } = settings;
  const store = backup && openBackupStore(backup);
  let isWanted = false;
  /** In ms since 1970. */
  let lookedAt = 0;

  const rows = () => kysely.selectFrom('backups').selectAll().orderBy('taken_at', 'desc').execute();
  const newestProven = async () => (await rows()).find(({ proven_at }) => proven_at !== null) ?? null;

  async function write(
    name: string,
    values: { bytes?: number; proven_at?: Date; fault: string | null },
  ): Promise<void> {
    const row = { ...values, tried_at: sql<Date>`now()` };
    const takenAt = storedBackup(name, 0)?.takenAt ?? new Date();
    await kysely
      .insertInto('backups')
      .values({ name, taken_at: takenAt, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
    await notify(kysely, 'console');
  }

  /** Takes one and stores it. A fault stands in its row. */
  async function takeAndStore(to: BackupStore, late: AbortSignal): Promise<void> {
    const { takenAt, file } = await take();
    const name = backupName(takenAt, key !== undefined);
    addAbortSignal(AbortSignal.any([late, AbortSignal.timeout(LONGEST_MS)]), file);
    try {
      await write(name, { fault: null });
      const bytes = await to.write(name, key === undefined ? file : encrypted(file, key));
      await write(name, { bytes, fault: null });
      log.info({ name, bytes }, 'a backup is stored');
    } catch (error) {
      // Taken again after the next start, as one that was killed.
      if (late.aborted) return;
      log.error({ err: error, name }, 'a backup could not be stored');
      await write(name, { fault: reasonOf(error) });
    } finally {
      // A store that did not read it to its end: the snapshot must not stay open.
      file.destroy();
    }
  }

  async function isDue({ at }: BackupSettings, now: Date): Promise<boolean> {
    if (isWanted) return true;
    const all = await rows();
    const last = all.find(({ bytes }) => bytes !== null);
    if (last && last.taken_at >= lastTime(at, now)) return false;
    const [newest] = all;
    // One that is neither stored nor faulty was killed.
    return !newest?.fault || now.getTime() - newest.tried_at.getTime() > PAUSE_MS;
  }

  /** Removes files that are no longer kept, and forgets those that are not there any more as they were stored. */
  async function thinOut(to: BackupStore): Promise<void> {
    lookedAt = Date.now();
    const stored = await to.list();
    const gone = expired(stored, (await newestProven())?.name ?? null);
    for (const { name } of gone) await to.delete(name);
    const sizes = new Map(stored.filter((one) => !gone.includes(one)).map(({ name, bytes }) => [name, bytes]));
    const all = await rows();
    const lost = all.filter(({ name, bytes }, at) => (bytes === null ? at > 0 : sizes.get(name) !== bytes));
    const names = lost.map(({ name }) => name);
    if (names.length > 0) await kysely.deleteFrom('backups').where('name', 'in', names).execute();
  }

  async function proveNewest(to: BackupSettings, late: AbortSignal, now: Date): Promise<void> {
    const newest = (await rows()).find(({ bytes }) => bytes !== null);
    if (!newest || newest.proven_at !== null) return;
    if (newest.fault !== null && now.getTime() - newest.tried_at.getTime() < TRIAL_PAUSE_MS) return;
    const { name, bytes } = newest;
    const fault = await prove({ name, bytes: bytes ?? 0 }, to, settings, late);
    if (late.aborted) return;
    if (fault === null) log.info({ name }, 'a backup is proven');
    else log.error({ name, fault }, 'a backup is not proven');
    await write(name, { fault, ...(fault === null ? { proven_at: new Date() } : {}) });
  }

  /** Mails the owners, once for each last proven backup. */
  async function warn(now: Date): Promise<void> {
    const all = await rows();
    const proven = all.find(({ proven_at }) => proven_at !== null);
    const since = proven?.taken_at ?? all.at(-1)?.taken_at ?? now;
    if (now.getTime() - since.getTime() < BACKUP_WARNING_HOURS * 3_600_000) return;
    const subject = proven?.name ?? 'none';
    await kysely.transaction().execute(async (trx) => {
      const before = trx
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'backup.warn')
        .where('subject', '=', subject);
      if (await before.executeTakeFirst()) return;
      await audit(trx, { actor: 'shop', action: 'backup.warn', subject });
      const owners = await trx.selectFrom('users').select('email').where('role', '=', OPERATOR_ROLE).execute();
      const fault = all.find((row) => row.fault !== null)?.fault ?? null;
      for (const { email } of owners)
        await enqueue(trx, backupWarningMail(email, { since: proven ? since : null, fault }, sender));
    });
    log.error({ since }, 'no proven backup for too long');
  }

  return {
    /** What the worker runs. */
    async run(late: AbortSignal): Promise<void> {
      if (!backup || !store) return;
      await database.transaction(async (session) => {
        const [lock] = await session.rows('select pg_try_advisory_xact_lock($1) as mine', [LOCKS.backup]);
        if (lock?.mine !== true) return;
        const look = () =>
          thinOut(store).catch((error: unknown) =>
            log.warn({ err: error }, 'the store of backups could not be looked at'),
          );
        if (Date.now() - lookedAt > LOOK_MS) await look();
        if (await isDue(backup, new Date())) {
          isWanted = false;
          await takeAndStore(store, late);
          await look();
        }
        if (!late.aborted) await proveNewest(backup, late, new Date());
        await warn(new Date());
      });
    },
    /** Takes one as soon as no other run is under way. */
    async want(by: Actor): Promise<void> {
      await audit(kysely, { actor: by, action: 'backup.take', subject: '' });
      isWanted = true;
      wake();
    },
    /** For the doctor: null without BACKUP_URL. `isBusy`: one is to be taken, or is being taken or tried. */
    async state(): Promise<{ provenAt: Date | null; fault: string | null; isBusy: boolean } | null> {
      if (!backup) return null;
      const all = await rows();
      const proven = all.find(({ proven_at }) => proven_at !== null);
      const [newest] = all;
      const fault = newest?.fault ?? null;
      const isOpen = newest !== undefined && newest.proven_at === null && fault === null;
      return { provenAt: proven?.taken_at ?? null, fault, isBusy: isWanted || isOpen };
    },
    /** In seconds; NaN when there is none. */
    async age(): Promise<number> {
      const proven = await newestProven();
      return proven ? (Date.now() - proven.taken_at.getTime()) / 1_000 : Number.NaN;
    },
    /** The newest first, as the store has them. */
    async list(): Promise<(StoredBackup & { provenAt: Date | null; fault: string | null })[]> {
      if (!store) return [];
      const [stored, known] = await Promise.all([store.list(), rows()]);
      return stored
        .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
        .map((one) => {
          const row = known.find(({ name }) => name === one.name);
          return Object.assign(one, { provenAt: row?.proven_at ?? null, fault: row?.fault ?? null });
        });
    },
    /** Orders that a dead disk would cost now. */
    async atRisk(): Promise<{ since: Date | null; orders: number; poisha: number }> {
      const since = (await newestProven())?.taken_at ?? null;
      const { rows: found } = await sql<{ orders: number; poisha: number }>`
        select count(*)::integer as orders, coalesce(sum(total_cost_poisha), 0)::float8 as poisha from orders
        where placed_at > ${since ?? new Date(0)}::timestamptz`.execute(kysely);
      return { since, orders: 0, poisha: 0, ...found[0] };
    },
    /** Null when it is not there. */
    async read(name: string): Promise<AsyncIterable<Uint8Array> | null> {
      return store && (await store.list()).some((one) => one.name === name) ? store.read(name) : null;
    },
  };
}

/** The last time at which a backup was due: `at` of today in Dhaka, or of the day before. */
export function lastTime(at: string, now: Date): Date {
  const today = new Date(`${dayInDhaka(now)}T${at}:00+06:00`);
  return today <= now ? today : new Date(today.getTime() - 24 * 3_600_000);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** `since`: the time of the last proven backup; null: there is none. */
function backupWarningMail(
  to: string,
  { since, fault }: { since: Date | null; fault: string | null },
  sender: Sender,
): Email {
  const subject = `No proven backup for ${BACKUP_WARNING_HOURS} hours`;
  const last = since === null ? 'There is no proven backup yet.' : `The last proven backup is of ${dayInDhaka(since)}.`;
  return renderEmail(
    {
      to,
      language: 'en',
      subject,
      parts: [
        { kind: 'paragraph', text: `${last} If the disk dies, everything since is lost.` },
        ...(fault === null ? [] : [{ kind: 'paragraph', text: `What went wrong last: ${fault}` } as const]),
        { kind: 'link', label: 'Backups', url: `${sender.url}/operator/health` },
      ],
    },
    sender,
  );
}
