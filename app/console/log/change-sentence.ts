import { isStaffRole, STAFF_ROLES } from '../../../domain/accounts/roles.ts';
import { actionOf, CHANGE_NAMES, CHANGES } from '../../../domain/orders/changes.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { CATALOGUE_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import { PRODUCT_LABELS } from '../../../domain/catalogue/product-form.ts';
import { isSettingName, SETTINGS, settingText } from '../../../domain/shop/settings.ts';
import { t, told } from '../../../messages/console/t.ts';
import { formatNumber } from '../../../messages/format.ts';
import { asRecord } from '../../../base/record.ts';

export interface LoggedChange {
  action: string;
  subject: string;
  details: unknown;
  /** Of the operation that did it. */
  logged?: string | undefined;
}

/** The changed thing, and its screen. */
interface Thing {
  text: string;
  to: string;
}

type Details = Readonly<Record<string, unknown>>;

/** What is no operation of its own. In a sentence '{…}' is one of PARTS, or one of the details. */
const SENTENCES: Readonly<Record<string, string>> = {
  'products.import': 'Imported a catalogue file: {added} added, {changed} changed, {removed} removed',
  'orders.placed': 'Took, on the phone, order {order}',
  ...Object.fromEntries(CHANGE_NAMES.map((change) => [actionOf(change), CHANGES[change].logged])),
  'operators.accept': 'Accepted the invitation to the console',
  'operators.new-password': 'Set a new password with a link',
  'operators.second-factor': 'Switched the second factor {on}',
  'operators.passkey-add': 'Added a passkey',
  'operators.passkey-remove': 'Removed a passkey',
  'backup.take': 'Took a backup, with everything the shop keeps',
  'backup.restore': 'Put a backup back',
};

const PARTS: Readonly<Record<string, (subject: string, details: Details) => string | Thing>> = {
  subject: (subject) => subject,
  product: (id, row) => ({ text: productName(id, row), to: `/products/${encodeURIComponent(id)}` }),
  'removed product': productName,
  order: (id) => ({ text: shortOrderId(id), to: `/orders/${id}` }),
  // Of a phone the log knows the last digits only.
  account: (id) =>
    /^\d{3}$/.test(id)
      ? t('a phone number …{id}', { id: formatNumber(id) })
      : { text: t('an account'), to: `/customers/${id}` },
  day: (day) => ({ text: valueText(day), to: `/cash?day=${day}` }),
  changes: (_, { before, after }) => introduced(changedParts(recordOf(before), recordOf(after))),
  settings: (_, { before, after }) => settingParts(recordOf(before), recordOf(after)),
  list: (_, details) => introduced(listParts(details)),
  orders: (_, { orders }) => t('{n} order|{n} orders', { n: Number(orders) }),
  until: (_, { until }) => (until ? ` ${t('until {day}', { day: text(until) })}` : ''),
  role: (_, { role }) =>
    typeof role === 'string' && isStaffRole(role) ? ` ${told(`as ${STAFF_ROLES[role].label.toLowerCase()}`)}` : '',
  seen: (_, { seen }) => (seen === true ? t(', and got the link') : ''),
  // Of the bazaar.
  what: (_, { what }) => told(text(what)),
  // Of the stock.
  move: (_, { move }) => told(text(move)),
  on: (_, { on }) => (on === true ? t('on') : t('off')),
};

/** What an entry of the log says, in parts. One that this version does not know shows its code. */
export function changeSentence({ action, subject, details, logged }: LoggedChange): (string | Thing)[] {
  const record = recordOf(details);
  return told(logged ?? SENTENCES[action] ?? `${action} {subject}`)
    .split(/[{}]/)
    .map((part, at) => {
      if (at % 2 === 0) return part;
      const value = record[part];
      return (
        PARTS[part]?.(subject, record) ??
        (typeof value === 'number' ? formatNumber(value.toLocaleString('en')) : valueText(text(value)))
      );
    });
}

export const LOG_PARTS = {
  products: 'Products',
  stock: 'Stock',
  bazaar: 'Bazaar',
  categories: 'Categories',
  orders: 'Orders',
  accounts: 'Customers',
  operators: 'Operators',
  riders: 'Riders',
  cash: 'Cash',
  dues: 'Dues',
  mails: 'Mails',
  backup: 'Backups',
  settings: 'Settings',
  areas: 'Areas',
} as const;

/** 'price 85 → 90, available yes → no'; the picture's addresses say nothing. */
function changedParts(before: Details, after: Details): string {
  const isChanged = (column: string): boolean => column in after && text(before[column]) !== text(after[column]);
  const parts = CATALOGUE_COLUMNS.filter((column) => column !== 'image' && isChanged(column)).map(
    (column) => `${told(PRODUCT_LABELS[column])} ${text(before[column])} → ${text(after[column])}`,
  );
  return [...parts, ...(isChanged('image') ? [told('picture')] : [])].join(', ');
}

/** 'Delivery fee 60 → 50, Phone …'; of a long text only that it is another one. */
function settingParts(before: Details, after: Details): string {
  return Object.keys(after)
    .map((name) => {
      const { label = name, kind } = isSettingName(name) ? SETTINGS[name] : {};
      const [was, is] = [before, after].map((values) => text(settingText(values[name])));
      return kind === 'page' || kind === 'picture' ? told(label) : `${told(label)} ${was} → ${is}`;
    })
    .join(', ');
}

/** A sentence names no more than these. */
const MAX_NAMED = 5;

/** 'added Mirpur 1, Mirpur 2; changed Savar (fee 60 → 100); removed Tongi and 3 more; order' */
function listParts({ added, changed, removed, moved }: Details): string {
  const parts = Object.entries({ added, changed, removed }).map(([kind, given]) => {
    const names = (Array.isArray(given) ? given : []).map((one: unknown) => {
      const { name, before, after } = asRecord(one) ?? { name: one };
      const [was, is] = [recordOf(before), recordOf(after)];
      const values = Object.keys(is).map((key) => `${told(LABELS[key] ?? key)} ${text(was[key])} → ${text(is[key])}`);
      return values.length > 0 ? `${text(name)} (${values.join(', ')})` : text(name);
    });
    const more = names.length > MAX_NAMED ? ` ${t('and {n} more', { n: names.length - MAX_NAMED })}` : '';
    return names.length > 0 ? told(`${kind} ${names.slice(0, MAX_NAMED).join(', ')}${more}`) : '';
  });
  return [...parts, moved === true ? told('order') : ''].filter(Boolean).join('; ');
}

const LABELS: Readonly<Record<string, string>> = {
  nameBn: 'Bangla name',
  freeFrom: 'free from',
  aliases: 'other words',
};

function productName(id: string, { before, after }: Details): string {
  const { name } = recordOf(after ?? before);
  return typeof name === 'string' && name ? name : id;
}

function introduced(parts: string): string {
  return parts && `: ${parts}`;
}

function recordOf(value: unknown): Details {
  return asRecord(value) ?? {};
}

/** A day has the digits of the language, a name keeps its own. */
const valueText = (value: string): string => (/^[\d-]+$/.test(value) ? formatNumber(value) : value);

function text(value: unknown): string {
  return value === undefined || value === null || value === '' ? '–' : String(value);
}

export function actorName(actor: string): string {
  if (actor === 'operator') return t('API or command line');
  return actor === 'shop' ? t('The shop itself') : actor;
}
