/** What stands between a shop and its customers, for its operator: the command line's doctor and the last step of opening. */
import { SETTINGS, type ShopSettings } from './settings.ts';

export interface ShopFacts {
  settings: ShopSettings;
  /** An origin. */
  address: string;
  demoProducts: number;
  mailsToFiles: boolean;
  /** Null without BACKUP_URL. `hours`: the age of the last proven backup; null: there is none. */
  backup: { hours: number | null; fault: string | null } | null;
  operators: readonly { email: string; secondFactor: boolean }[];
}

export interface Check {
  name: string;
  ok: boolean;
  text: string;
}

/** From this age on a proven backup is too old. */
export const BACKUP_WARNING_HOURS = 36;

export function checksOf({ settings, address, demoProducts, mailsToFiles, backup, operators }: ShopFacts): Check[] {
  const open = isOpenForOrders(settings);
  const phone = settings.phone !== SETTINGS.phone.default;
  const local = isLocal(address);
  const weak = operators.filter(({ secondFactor }) => !secondFactor).map(({ email }) => email);
  return [
    { name: 'Name', ok: true, text: settings.name },
    { name: 'Phone', ok: phone, text: phone ? settings.phone : `${settings.phone} is nobody's: set your own` },
    {
      name: 'Products',
      ok: demoProducts === 0,
      text: demoProducts === 0 ? 'no demo products' : `${demoProducts} demo products: import your own, or remove them`,
    },
    {
      name: 'Address',
      ok: !local && address.startsWith('https:'),
      text: local
        ? `${address} is on this machine only: set PUBLIC_URL`
        : address.startsWith('https:')
          ? address
          : `${address} is not encrypted: set PUBLIC_URL to an https address`,
    },
    {
      name: 'Mail',
      ok: !mailsToFiles,
      text: mailsToFiles ? 'mails are only written to files: set SMTP_URL' : 'mails are sent',
    },
    backupCheck(backup),
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

function backupCheck(backup: ShopFacts['backup']): Check {
  const name = 'Backup';
  if (backup === null)
    return {
      name,
      ok: false,
      text: 'a dead disk takes everything: set BACKUP_URL to a folder on another disk or to an S3 store',
    };
  const { hours, fault } = backup;
  const why = fault === null ? '' : `: ${fault}`;
  if (hours === null) return { name, ok: false, text: `none is proven yet${why}` };
  const ok = hours < BACKUP_WARNING_HOURS;
  return { name, ok, text: `the last proven one is ${Math.floor(hours)} hours old${why}` };
}

export function isOpenForOrders({ opening }: Pick<ShopSettings, 'opening'>): boolean {
  return opening.includes('open');
}

/** Whether only this machine reaches the address. */
export function isLocal(address: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.parse(address)?.hostname ?? '');
}
