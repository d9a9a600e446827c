/** The nightly backup: it is taken, stored, thinned out and tried (decision 36), by one process at a time. */
import { type Readable, addAbortSignal } from 'node:stream';
import { sql, type Updateable } from 'kysely';
import type { Logger } from 'pino';
import { dayInDhaka } from '../../base/dates.ts';
import { reasonOf } from '../../base/error-code.ts';
import { BACKUP_WARNING_HOURS } from '../../domain/shop/checks.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { OPERATOR_ROLE } from '../../domain/accounts/account.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { LOCKS } from '../db/locks.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type Sender, renderEmail } from '../mail/email.ts';
import { enqueue } from '../mail/mail.ts';
import type { BackupSettings, Settings } from '../environment.ts';
import { encrypted } from './encryption.ts';
import { prove } from './proof.ts';
import { backupName, type BackupStore, expired, openBackupStore, type StoredBackup, storedBackup } from './stores.ts';

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

  /** All that are known, the newest first. Of those that are stored and of those that are proven the newest, too. */
  async function known() {
    const all = await kysely.selectFrom('backups').selectAll().orderBy('taken_at', 'desc').execute();
    const proven = all.find(({ proven_at }) => proven_at !== null);
    return { all, newest: all[0], stored: all.find(({ bytes }) => bytes !== null), proven };
  }

  async function write(name: string, values: Updateable<Tables['backups']>): Promise<void> {
    const row = { ...values, tried_at: sql<Date>`now()` };
    const takenAt = storedBackup(name, 0)?.takenAt ?? new Date();
    await kysely
      .insertInto('backups')
      .values({ ...row, name, taken_at: takenAt })
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
      await write(name, { fault: reasonOf(error).slice(0, 500) });
    } finally {
      // A store that did not read it to its end: the snapshot must not stay open.
      file.destroy();
    }
  }

  async function isDue({ at }: BackupSettings, now: Date): Promise<boolean> {
    if (isWanted) return true;
    const { newest, stored } = await known();
    if (stored && stored.taken_at >= lastTime(at, now)) return false;
    // One that is neither stored nor faulty was killed.
    return !newest?.fault || now.getTime() - newest.tried_at.getTime() > PAUSE_MS;
  }

  /** Removes files that are no longer kept, and forgets those that are not there any more as they were stored. */
  async function thinOut(to: BackupStore): Promise<void> {
    lookedAt = Date.now();
    const stored = await to.list();
    const { all, proven } = await known();
    const gone = expired(stored, proven?.name ?? null);
    for (const { name } of gone) await to.delete(name);
    const sizes = new Map(stored.filter((one) => !gone.includes(one)).map(({ name, bytes }) => [name, bytes]));
    const lost = all.filter(({ name, bytes }, at) => (bytes === null ? at > 0 : sizes.get(name) !== bytes));
    const names = lost.map(({ name }) => name);
    if (names.length > 0) await kysely.deleteFrom('backups').where('name', 'in', names).execute();
  }

  async function proveNewest(to: BackupSettings, late: AbortSignal, now: Date): Promise<void> {
    const { stored } = await known();
    if (!stored || stored.proven_at !== null) return;
    if (stored.fault !== null && now.getTime() - stored.tried_at.getTime() < TRIAL_PAUSE_MS) return;
    const { name, bytes } = stored;
    const fault = await prove({ name, bytes: bytes ?? 0 }, to, settings, late);
    if (late.aborted) return;
    if (fault === null) log.info({ name }, 'a backup is proven');
    else log.error({ name, fault }, 'a backup is not proven');
    await write(name, { fault, ...(fault === null ? { proven_at: new Date() } : {}) });
  }

  /** Mails the owners, once for each last proven backup. */
  async function warn(now: Date): Promise<void> {
    const { all, proven } = await known();
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
      const last = proven ? `The last proven backup is of ${dayInDhaka(since)}.` : 'There is no proven backup yet.';
      const faulty = all.find(({ fault }) => fault !== null);
      const mail = {
        language: 'en',
        subject: `No proven backup for ${BACKUP_WARNING_HOURS} hours`,
        parts: [
          `${last} If the disk dies, everything since is lost.`,
          ...(faulty ? [`What went wrong last: ${faulty.fault}`] : []),
          { kind: 'link', label: 'Backups', url: `${sender.url}/operator/health` },
        ],
      } as const;
      for (const { email } of owners) await enqueue(trx, renderEmail(sender, { to: email, ...mail }));
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
    async want(by: Actor): Promise<Outcome<void>> {
      if (!store) return refused(409, { code: 'no-backups' });
      await audit(kysely, { actor: by, action: 'backup.take', subject: '' });
      isWanted = true;
      wake();
      return done(undefined);
    },
    /** For the doctor: null without BACKUP_URL. `isBusy`: one is to be taken, or is being taken or tried. */
    async state(): Promise<{ provenAt: Date | null; fault: string | null; isBusy: boolean } | null> {
      if (!backup) return null;
      const { newest, proven } = await known();
      const fault = newest?.fault ?? null;
      const isOpen = newest !== undefined && newest.proven_at === null && fault === null;
      return { provenAt: proven?.taken_at ?? null, fault, isBusy: isWanted || isOpen };
    },
    /** In seconds; NaN when there is none. */
    async age(): Promise<number> {
      const { proven } = await known();
      return proven ? (Date.now() - proven.taken_at.getTime()) / 1_000 : Number.NaN;
    },
    /** The newest first, as the store has them. */
    async list(): Promise<(StoredBackup & { provenAt: Date | null; fault: string | null })[]> {
      if (!store) return [];
      const [stored, { all }] = await Promise.all([store.list(), known()]);
      return stored
        .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
        .map((one) => {
          const row = all.find(({ name }) => name === one.name);
          return Object.assign(one, { provenAt: row?.proven_at ?? null, fault: row?.fault ?? null });
        });
    },
    /** Orders, without canceled ones, that a dead disk would cost now. */
    async atRisk(): Promise<{ since: Date | null; orders: number; poisha: number }> {
      const since = (await known()).proven?.taken_at ?? null;
      const { rows: found } = await sql<{ orders: number; poisha: number }>`
        select count(*)::integer as orders, coalesce(sum(total_cost_poisha), 0)::float8 as poisha from orders
        where placed_at > ${since ?? new Date(0)}::timestamptz and status <> 'canceled'`.execute(kysely);
      return { since, orders: 0, poisha: 0, ...found[0] };
    },
    async read(name: string): Promise<Outcome<AsyncIterable<Uint8Array>>> {
      return store && (await store.list()).some((one) => one.name === name)
        ? done(store.read(name))
        : refused(404, { code: 'unknown', what: 'backup' });
    },
  };
}

/** The last time at which a backup was due: `at` of today in Dhaka, or of the day before. */
export function lastTime(at: string, now: Date): Date {
  const today = new Date(`${dayInDhaka(now)}T${at}:00+06:00`);
  return today <= now ? today : new Date(today.getTime() - 24 * 3_600_000);
}
