/** What stands between a shop and its customers, for its operator: the command line's doctor and the last step of opening. */
import { SETTINGS, type ShopSettings } from './settings.ts';

export interface ShopFacts {
  settings: ShopSettings;
  /** An origin. */
  address: string;
  /** What it answered; null: it was not asked, because nobody elsewhere reaches it, or not safely. */
  answer: AddressAnswer | null;
  demoProducts: number;
  mails: MailFacts;
  /** Null without BACKUP_URL. */
  backup: BackupFacts | null;
  spaces: readonly Space[];
  operators: readonly { email: string; secondFactor: boolean }[];
}

export interface AddressAnswer {
  fault: string | null;
  /** For how many days its certificate is good. */
  certificateDays: number | null;
}

export interface MailFacts {
  toFiles: boolean;
  /** Why a mail waits, or the test was refused. */
  fault: string | null;
  /** Who got a test now. */
  testedTo: readonly string[];
}

export interface BackupFacts {
  /** The age of the last proven backup; null: there is none. */
  hours: number | null;
  fault: string | null;
  /** Whether it dies with the disk of DATA_DIR. */
  sameDisk: boolean;
}

/** Of a disk, in bytes. */
export interface Space {
  name: string;
  free: number;
  total: number;
}

export interface Check {
  name: string;
  ok: boolean;
  text: string;
}

/** From this age on a proven backup is too old. */
export const BACKUP_WARNING_HOURS = 36;

/** Of a certificate: those that renew themselves do so 30 days before. */
const CERTIFICATE_WARNING_DAYS = 14;

const GB = 1e9;

export function checksOf(facts: ShopFacts): Check[] {
  const { settings, demoProducts, operators } = facts;
  const open = isOpenForOrders(settings);
  const phone = settings.phone !== SETTINGS.phone.default;
  const weak = operators.filter(({ secondFactor }) => !secondFactor).map(({ email }) => email);
  return [
    { name: 'Name', ok: true, text: settings.name },
    { name: 'Phone', ok: phone, text: phone ? settings.phone : `${settings.phone} is nobody's: set your own` },
    {
      name: 'Products',
      ok: demoProducts === 0,
      text: demoProducts === 0 ? 'no demo products' : `${demoProducts} demo products: import your own, or remove them`,
    },
    addressCheck(facts),
    mailCheck(facts.mails),
    backupCheck(facts.backup),
    {
      name: 'Space',
      ok: !facts.spaces.some(isShort),
      text: facts.spaces
        .map(({ name, free, total }) => `${inGb(free)} of ${inGb(total)} GB free for ${name}`)
        .join(', '),
    },
    {
      name: 'Operators',
      ok: operators.length > 0 && weak.length === 0,
      text:
        operators.length === 0
          ? 'nobody has a key to the console: operators invite YOUR@EMAIL'
          : weak.length === 0
            ? `${operators.length}, all with a second factor`
            : `without a second factor: ${weak.join(', ')}`,
    },
    { name: 'Opening', ok: open, text: open ? 'open for orders' : 'not opened yet: /operator/opening' },
  ];
}

function addressCheck({ address, answer }: Pick<ShopFacts, 'address' | 'answer'>): Check {
  const is = (ok: boolean, text: string): Check => ({ name: 'Address', ok, text: address + text });
  if (isLocal(address)) return is(false, ' is on this machine only: set PUBLIC_URL');
  if (!isSafe(address)) return is(false, ' is not encrypted: set PUBLIC_URL to an https address');
  const { fault, certificateDays } = answer ?? { fault: null, certificateDays: null };
  if (fault !== null) return is(false, ` ${fault}`);
  if (certificateDays === null) return is(true, '');
  const days = Math.floor(certificateDays);
  return days < CERTIFICATE_WARNING_DAYS
    ? is(false, `: the certificate ends in ${days} days, and should have renewed itself`)
    : is(true, `, with a certificate for ${days} days`);
}

function mailCheck({ toFiles, fault, testedTo }: MailFacts): Check {
  const is = (ok: boolean, text: string): Check => ({ name: 'Mail', ok, text });
  if (toFiles) return is(false, 'mails are only written to files: set SMTP_URL');
  if (fault !== null) return is(false, `mails cannot be sent: ${fault}`);
  return is(true, testedTo.length > 0 ? `a test was sent to ${testedTo.join(', ')}` : 'mails are sent');
}

export function backupCheck(backup: BackupFacts | null): Check {
  const is = (ok: boolean, text: string): Check => ({ name: 'Backup', ok, text });
  if (backup === null)
    return is(false, 'a dead disk takes everything: set BACKUP_URL to a folder on another disk or to an S3 store');
  const { hours, fault, sameDisk } = backup;
  const more = `${sameDisk ? ', on the disk that it should outlive' : ''}${fault === null ? '' : `: ${fault}`}`;
  if (hours === null) return is(false, `none is proven yet${more}`);
  const age = hours < 1 ? 'less than an hour' : `${Math.floor(hours)} hours`;
  return is(!isBackupBad(backup), `the last proven one is ${age} old${more}`);
}

/** What owners are warned of. A first backup that is still to come is no fault. */
export function isBackupBad({ hours, fault }: BackupFacts): boolean {
  return fault !== null || (hours ?? 0) >= BACKUP_WARNING_HOURS;
}

/** A large disk need not have its twentieth free. */
function isShort({ free, total }: Space): boolean {
  return free < GB || (free < total / 20 && free < 10 * GB);
}

const inGb = (bytes: number): string => (bytes / GB).toFixed(1);

export function isOpenForOrders({ opening }: Pick<ShopSettings, 'opening'>): boolean {
  return opening.includes('open');
}

/** Whether only this machine reaches the address. */
export function isLocal(address: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.parse(address)?.hostname ?? '');
}

/** Whether others cannot read what is sent there. */
export function isSafe(address: string): boolean {
  return address.startsWith('https:');
}
