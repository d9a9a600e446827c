/** What stands between a shop and its customers, for the doctor and the last step of the opening. */
import { SETTINGS, type ShopSettings } from './settings.ts';

export interface ShopFacts {
  settings: ShopSettings;
  /** An origin. */
  address: string;
  /** What it answered; null: it was not asked, because nobody elsewhere reaches it, or not safely. */
  answer: AddressAnswer | null;
  demoProducts: number;
  /** What pages state that the settings do not. */
  pages: readonly { page: string; says: string }[];
  mails: {
    toFiles: boolean;
    /** Why a mail waits, or the test was refused. */
    fault: string | null;
    /** Who got a test now. */
    testedTo: readonly string[];
  };
  sms: { toGateway: boolean; fault: string | null };
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
  /** For whoever installed the shop: with the settings of its machine. */
  text: string;
  /** Without them. */
  plain: string;
  /** Who can mend it. */
  by: 'owner' | 'installer';
}

/** From this age on a proven backup is too old. */
export const BACKUP_WARNING_HOURS = 36;

/** Of a certificate: those that renew themselves do so 30 days before. */
const CERTIFICATE_WARNING_DAYS = 14;

const GB = 1e9;

/** Whether all is well, what is so, and what to do on the machine of the shop. */
type Finding = readonly [ok: boolean, plain: string, todo?: string];

const OF_THE_MACHINE: ReadonlySet<string> = new Set(['Address', 'Mail', 'SMS', 'Backup', 'Space']);

export function checksOf(facts: ShopFacts): Check[] {
  const { settings, demoProducts, spaces } = facts;
  const hasPhone = settings.phone !== SETTINGS.phone.default;
  const isOpen = isOpenForOrders(settings);
  const space = spaces.map(({ name, free, total }) => `${inGb(free)} of ${inGb(total)} GB free for ${name}`);
  const findings: Record<string, Finding> = {
    Name: [true, settings.name],
    Phone: [hasPhone, hasPhone ? settings.phone : `${settings.phone} is nobody's: set your own`],
    Products:
      demoProducts === 0
        ? [true, 'no demo products']
        : [false, `${demoProducts} demo products: import your own, or remove them`],
    Address: addressFinding(facts),
    Mail: mailFinding(facts.mails),
    ...(settings.smsOn.length > 0 && { SMS: smsFinding(facts.sms) }),
    Backup: backupFinding(facts.backup),
    Pages: pagesFinding(facts.pages),
    Space: space.length > 0 ? [!spaces.some(isShort), space.join(', ')] : [false, 'how much is free cannot be seen'],
    Operators: operatorsFinding(facts.operators),
    Opening: isOpen ? [true, 'open for orders'] : [false, 'not opened yet', '/operator/opening'],
  };
  return Object.entries(findings).map(([name, [ok, plain, todo]]) => ({
    name,
    ok,
    text: todo === undefined ? plain : `${plain}: ${todo}`,
    plain,
    by: OF_THE_MACHINE.has(name) ? 'installer' : 'owner',
  }));
}

function pagesFinding(pages: ShopFacts['pages']): Finding {
  if (pages.length === 0) return [true, 'they say what the settings say'];
  return [false, `${pages.map(({ page, says }) => `${page} says ${says}`).join('; ')}: that is not so any more`];
}

function addressFinding({ address, answer }: Pick<ShopFacts, 'address' | 'answer'>): Finding {
  if (isLocal(address)) return [false, `${address} is on this machine only`, 'set PUBLIC_URL'];
  if (!isSafe(address)) return [false, `${address} is not encrypted`, 'set PUBLIC_URL to an https address'];
  const { fault, certificateDays } = answer ?? { fault: null, certificateDays: null };
  if (fault !== null) return [false, `${address} ${fault}`];
  if (certificateDays === null) return [true, address];
  const days = Math.floor(certificateDays);
  return days < CERTIFICATE_WARNING_DAYS
    ? [false, `${address}: the certificate ends in ${days} days, and should have renewed itself`]
    : [true, `${address}, with a certificate for ${days} days`];
}

function mailFinding({ toFiles, fault, testedTo }: ShopFacts['mails']): Finding {
  if (toFiles) return [false, 'mails are only written to files, and nobody gets them', 'set SMTP_URL'];
  if (fault !== null) return [false, `mails cannot be sent: ${fault}`];
  return [true, testedTo.length > 0 ? `a test was sent to ${testedTo.join(', ')}` : 'mails are sent'];
}

function smsFinding({ toGateway, fault }: ShopFacts['sms']): Finding {
  if (!toGateway) return [false, 'customers are to be told by SMS, and nothing sends them', 'set SMS_URL'];
  return fault === null ? [true, 'SMS are sent'] : [false, `SMS cannot be sent: ${fault}`];
}

export function backupFinding(backup: BackupFacts | null): Finding {
  if (backup === null)
    return [false, 'a dead disk takes everything', 'set BACKUP_URL to a folder on another disk or to an S3 store'];
  const { hours, fault, sameDisk } = backup;
  const more = `${sameDisk ? ', on the disk that it should outlive' : ''}${fault === null ? '' : `: ${fault}`}`;
  if (hours === null) return [false, `none is proven yet${more}`];
  const age = hours < 1 ? 'less than an hour' : `${Math.floor(hours)} hours`;
  return [!isBackupBad(backup), `the last proven one is ${age} old${more}`];
}

function operatorsFinding(operators: ShopFacts['operators']): Finding {
  const weak = operators.filter(({ secondFactor }) => !secondFactor).map(({ email }) => email);
  if (operators.length === 0) return [false, 'nobody has a key to the console', 'operators invite YOUR@EMAIL'];
  if (weak.length > 0) return [false, `without a second factor: ${weak.join(', ')}`];
  return [true, `${operators.length}, all with a second factor`];
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
