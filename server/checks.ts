import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../base/error-code.ts';
import { OPERATOR_ROLE } from '../domain/accounts/account.ts';
import { backupCheck, checksOf, isBackupBad, isLocal, isOpenForOrders, isSafe } from '../domain/shop/checks.ts';
import type { AddressAnswer, BackupFacts, Space } from '../domain/shop/checks.ts';
import { SETTINGS } from '../domain/shop/settings.ts';
import type { Nightly } from './backup/nightly.ts';
import { countDemoProducts } from './catalogue/demo.ts';
import type { Database } from './db/connect.ts';
import type { Operators } from './identity/operators.ts';
import { type Counter, limitKey, type RateLimits } from './limits/rate-limits.ts';
import { type Email, renderEmail, type Sender } from './mail/email.ts';
import type { Mail } from './mail/mail.ts';
import { askAddress } from './shop/own-address.ts';
import type { Settings } from './settings.ts';
import type { Shop } from './shop/shop.ts';

interface CheckedParts {
  database: Pick<Database, 'kysely'>;
  shop: Shop;
  mail: Pick<Mail, 'toFiles' | 'from' | 'waitingFault' | 'test'>;
  nightly: Pick<Nightly, 'state'>;
  operators: Pick<Operators, 'list'>;
  limits: Pick<RateLimits, 'countOne'> | null;
  settings: Pick<Settings, 'dataDir' | 'backup'>;
  ask?: typeof askAddress;
}

interface TestedMail {
  to: string[];
  fault: string | null;
}

/** The address is asked once in so long, in ms: an open screen loads itself again with every change. */
const ASK_AGAIN_MS = 60_000;

const TESTS: Counter = { key: limitKey('test-mail'), limit: { max: 10, seconds: 3_600 } };

/** What the shop still lacks. */
export function createChecks(parts: CheckedParts) {
  const { database, shop, mail, nightly, operators, limits, settings, ask = askAddress } = parts;
  const { kysely } = database;
  const folder = settings.backup?.place.kind === 'files' ? settings.backup.place.directory : null;

  let asked: { at: number; answer: Promise<AddressAnswer> } | null = null;

  function answer(): Promise<AddressAnswer> | null {
    if (isLocal(shop.origin) || !isSafe(shop.origin)) return null;
    if (asked === null || Date.now() - asked.at > ASK_AGAIN_MS)
      asked = { at: Date.now(), answer: ask(shop.origin, shop.name) };
    return asked.answer;
  }

  const owners = async () =>
    (await operators.list()).filter(({ role, status }) => role === OPERATOR_ROLE && status !== 'invited');

  async function backupFacts(): Promise<BackupFacts | null> {
    const state = await nightly.state();
    if (state === null) return null;
    const { provenAt, fault } = state;
    const hours = provenAt && (Date.now() - provenAt.getTime()) / 3_600_000;
    return { hours, fault, sameDisk: folder !== null && (await diskOf(folder)) === (await diskOf(settings.dataDir)) };
  }

  async function spaces(backup: BackupFacts | null): Promise<Space[]> {
    const own = await spaceOf('DATA_DIR', settings.dataDir);
    const other = folder === null || backup?.sameDisk ? [] : await spaceOf('BACKUP_URL', folder);
    return [...own, ...other];
  }

  return {
    /** `test`: the answer of `testMail`. */
    async all(test: TestedMail | null = null) {
      const backup = await backupFacts();
      return checksOf({
        settings: shop.settings(),
        address: shop.origin,
        answer: await answer(),
        demoProducts: await countDemoProducts(kysely),
        mails: {
          toFiles: mail.toFiles,
          fault: test ? test.fault : await mail.waitingFault(),
          testedTo: test?.to ?? [],
        },
        backup,
        spaces: await spaces(backup),
        operators: await owners(),
      });
    },
    /** Sends a mail to all owners, else to the shop's own address, past the outbox. Null: that was done too often, or mails are files. */
    async testMail(): Promise<TestedMail | null> {
      if (mail.toFiles || (await limits?.countOne(TESTS.key, TESTS.limit))) return null;
      const addresses = (await owners()).map(({ email }) => email);
      const to = addresses.length > 0 ? addresses : [/<(.+)>/.exec(mail.from())?.[1] ?? mail.from()];
      for (const one of to) {
        const fault = await mail.test(testMailTo(one, shop));
        if (fault !== null) return { to, fault };
      }
      return { to, fault: null };
    },
    /** For the owners' screens; null while nothing is wrong. */
    async backupWarning(): Promise<string | null> {
      const backup = await backupFacts();
      return backup && isBackupBad(backup) ? backupCheck(backup).text : null;
    },
    /** Whether shoppers must be told that nobody delivers here. A shop that is open asks the database nothing. */
    async isDemo(): Promise<boolean> {
      const settings = shop.settings();
      if (isOpenForOrders(settings) || isLocal(shop.origin)) return false;
      return settings.phone === SETTINGS.phone.default || (await countDemoProducts(kysely)) > 0;
    },
  };
}

const testMailTo = (to: string, sender: Sender): Email =>
  renderEmail(
    {
      to,
      language: 'en',
      subject: `A test mail of ${sender.name}`,
      parts: [{ kind: 'paragraph', text: 'Mails of your shop arrive here.' }],
    },
    sender,
  );

/** Of the folder, or of the nearest above it while there is none yet; null when nobody may look. */
async function diskOf(folder: string): Promise<number | null> {
  const found = await stat(folder).catch((error: unknown) => codeOf(error));
  if (typeof found === 'object') return found.dev;
  return found === 'ENOENT' ? diskOf(path.dirname(folder)) : null;
}

/** Nothing for a folder that is not there: the backup's line says so. */
async function spaceOf(name: string, folder: string): Promise<Space[]> {
  const disk = await statfs(folder).catch(() => null);
  return disk ? [{ name, free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }] : [];
}
