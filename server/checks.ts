import { once } from 'node:events';
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { codeOf } from '../base/error-code.ts';
import { asRecord } from '../base/record.ts';
import { OPERATOR_ROLE } from '../domain/accounts/account.ts';
import { done, type Outcome, refused } from '../domain/outcome.ts';
import { backupFinding, checksOf, isBackupBad, isLocal, isOpenForOrders, isSafe } from '../domain/shop/checks.ts';
import type { AddressAnswer, BackupFacts, Space } from '../domain/shop/checks.ts';
import { SETTINGS } from '../domain/shop/settings.ts';
import type { Nightly } from './backup/nightly.ts';
import { countDemoProducts } from './catalogue/demo.ts';
import type { Database } from './db/connect.ts';
import type { Operators } from './identity/operators.ts';
import { type Counter, limitKey, type RateLimits } from './limits/rate-limits.ts';
import { renderEmail } from './mail/email.ts';
import type { Mail } from './mail/mail.ts';
import type { Settings } from './environment.ts';
import type { Shop } from './shop/shop.ts';

interface CheckedParts {
  database: Pick<Database, 'kysely'>;
  shop: Shop;
  mail: Pick<Mail, 'toFiles' | 'from' | 'waitingFault' | 'test'>;
  nightly: Pick<Nightly, 'state'>;
  operators: Pick<Operators, 'list'>;
  limits: Pick<RateLimits, 'countOne'> | null;
  settings: Pick<Settings, 'dataDir' | 'backup' | 'sms'>;
  ask?: typeof askAddress;
}

/** The address is asked once in so long, in ms: an open screen loads itself again with every change. */
const ASK_AGAIN_MS = 60_000;
const ASK_MS = 3_000;
const DAY_MS = 24 * 3_600_000;

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
    const own = await spaceOf('the shop', settings.dataDir);
    const other = folder === null || backup?.sameDisk ? [] : await spaceOf('the backups', folder);
    return [...own, ...other];
  }

  return {
    /** `test`: the outcome of `testMail`. */
    async all(test?: Outcome<{ to: string[] }>) {
      const backup = await backupFacts();
      const refusedFor = test?.ok === false && test.reason.code === 'not-sent' ? test.reason.fault : null;
      return checksOf({
        settings: shop.settings(),
        address: shop.origin,
        answer: await answer(),
        demoProducts: await countDemoProducts(kysely),
        pages: shop.stalePages(),
        mails: {
          toFiles: mail.toFiles,
          fault: test?.ok ? null : (refusedFor ?? (await mail.waitingFault('mail'))),
          testedTo: test?.ok ? test.value.to : [],
        },
        sms: { toGateway: settings.sms !== null, fault: await mail.waitingFault('sms') },
        backup,
        spaces: await spaces(backup),
        operators: await owners(),
      });
    },
    /** Sends a mail to all owners, else to the shop's own address, past the outbox. */
    async testMail(): Promise<Outcome<{ to: string[] }>> {
      if (mail.toFiles) return refused(409, { code: 'not-sent', fault: 'they are only written to files.' });
      if (await limits?.countOne(TESTS.key, TESTS.limit)) return refused(429, { code: 'test-mail-limit' });
      const addresses = (await owners()).map(({ email }) => email);
      const to = addresses.length > 0 ? addresses : [/<(.+)>/.exec(mail.from())?.[1] ?? mail.from()];
      for (const one of to) {
        const text = { subject: `A test mail of ${shop.name}`, parts: ['Mails of your shop arrive here.'] };
        const sent = await mail.test(renderEmail(shop, { to: one, language: 'en', ...text }));
        if (!sent.ok) return sent;
      }
      return done({ to });
    },
    /** For the owners' screens; null while nothing is wrong. */
    async backupWarning(): Promise<string | null> {
      const backup = await backupFacts();
      return backup && isBackupBad(backup) ? backupFinding(backup)[1] : null;
    },
    /** Whether shoppers must be told that nobody delivers here. A shop that is open asks the database nothing. */
    async isDemo(): Promise<boolean> {
      const settings = shop.settings();
      if (isOpenForOrders(settings) || isLocal(shop.origin)) return false;
      return settings.phone === SETTINGS.phone.default || (await countDemoProducts(kysely)) > 0;
    },
  };
}

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

/**
 * Asks as a browser would whether the shop of this name answers there over TLS, and for how long its certificate is
 * good.
 */
export async function askAddress(origin: string, name: string): Promise<AddressAnswer> {
  const signal = AbortSignal.timeout(ASK_MS);
  try {
    // With a query, so that no cache in between answers.
    const answer = await fetch(`${origin}/manifest.webmanifest?at=${Date.now()}`, { redirect: 'error', signal });
    const manifest = answer.ok ? asRecord(await answer.json().catch(() => null)) : null;
    if (manifest?.name !== name) return { fault: 'answers, but not with this shop', certificateDays: null };
    return { fault: null, certificateDays: await certificateDays(new URL(origin), signal) };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : { message: String(error), cause: null };
    return { fault: `does not answer: ${codeOf(cause) ?? message}`, certificateDays: null };
  }
}

async function certificateDays({ hostname, port }: URL, signal: AbortSignal): Promise<number> {
  const socket = connect({ host: hostname, port: Number(port) || 443 });
  try {
    await once(socket, 'secureConnect', { signal });
    return (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS;
  } finally {
    socket.destroy();
  }
}
