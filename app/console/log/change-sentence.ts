import { STATUS_NAMES } from '#messages';
import { isStaffRole, STAFF_ROLES } from '../../../domain/accounts/roles.ts';
import type { ChangeName } from '../../../domain/orders/change-order.ts';
import { CHANGES, shortOrderId, type StatusVerb } from '../../../domain/orders/order.ts';
import { CATALOGUE_COLUMNS, PRODUCT_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import { isSettingName, SETTINGS, settingText } from '../../../domain/shop/settings.ts';
import { asRecord } from '../../../base/record.ts';

export interface LoggedChange {
  action: string;
  subject: string;
  details: unknown;
}

/** A change in words: `before`, the changed thing with its screen, `after`. */
export interface ChangeSentence {
  before: string;
  thing?: { text: string; to: string | null };
  after?: string;
}

type Details = Readonly<Record<string, unknown>>;

/** Before the order's name. */
const ORDER_WORDS: Readonly<Record<Exclude<ChangeName, StatusVerb> | 'placed', string>> = {
  placed: 'Took, on the phone, order ',
  edit: 'Changed order ',
  stage: 'Moved on order ',
  rider: 'Gave to a rider, or took back, order ',
  return: 'Brought back order ',
  call: 'Called about order ',
  'set-back': 'Set back to pending order ',
  undo: 'Undid the latest change of order ',
  collect: 'Collected the cash of order ',
  'give-back': 'Gave back money of order ',
};

const SENTENCES: Readonly<Record<string, (subject: string, details: Details) => ChangeSentence>> = {
  'products.set': (id, { before, after }) => {
    const parts = changedParts(asRecord(before) ?? {}, asRecord(after) ?? {});
    return { before: 'Changed product ', thing: product(id, after ?? before), after: parts ? `: ${parts}` : '' };
  },
  'products.add': (id, { after }) => ({ before: 'Added product ', thing: product(id, after) }),
  'products.remove': (id, { before }) => ({ before: 'Removed product ', thing: { ...product(id, before), to: null } }),
  'products.import': (_, { added, changed, removed }) => ({
    before: `Imported a catalogue file: ${number(added)} added, ${number(changed)} changed, ${number(removed)} removed`,
  }),
  ...Object.fromEntries(CHANGES.map(({ to }) => [`orders.${to}`, marked(STATUS_NAMES[to])])),
  ...Object.fromEntries(
    Object.entries(ORDER_WORDS).map(([change, before]) => [
      `orders.${change}`,
      (id: string) => ({ before, thing: order(id) }),
    ]),
  ),
  'accounts.role': (id, { from, to }) => ({
    before: 'Changed the role of ',
    thing: { text: 'an account', to: `/customers/${id}` },
    after: `: ${text(from)} → ${text(to)}`,
  }),
  'accounts.purge': (_, { orders }) => ({
    before: `Purged an account with ${number(orders)} ${orders === 1 ? 'order' : 'orders'}`,
  }),
  'operators.invite': (email, { role }) => ({ before: `Invited ${email} to the console${roleText(role)}` }),
  'accounts.block': (subject, { until }) => blocked('Blocked', subject, until ? ` until ${text(until)}` : ''),
  'accounts.unblock': (subject) => blocked('Unblocked', subject),
  'operators.accept': () => ({ before: 'Accepted the invitation to the console' }),
  'operators.remove': (email) => ({ before: `Took the console from ${email}` }),
  'operators.second-factor': (_, { on }) => ({ before: `Switched the second factor ${on === true ? 'on' : 'off'}` }),
  'operators.passkey-add': () => ({ before: 'Added a passkey' }),
  'operators.passkey-remove': () => ({ before: 'Removed a passkey' }),
  'riders.add': (_, { name }) => ({ before: `Added rider ${text(name)}` }),
  'riders.set': (_, { name }) => ({ before: `Changed rider ${text(name)}` }),
  'riders.remove': (_, { name }) => ({ before: `Removed rider ${text(name)}` }),
  'cash.handover': (day, { rider, amount }) => ({
    before: `Took Tk ${number(amount)} from ${text(rider)} for `,
    thing: { text: day, to: `/cash?day=${day}` },
  }),
  'backup.take': () => ({ before: 'Took a backup, with everything the shop keeps' }),
  'backup.restore': () => ({ before: 'Put a backup back' }),
  'settings.set': (_, { before, after }) => ({
    before: `Changed settings: ${settingParts(asRecord(before) ?? {}, asRecord(after) ?? {})}`,
  }),
  'categories.set': (_, details) => ({
    before: ['Changed the categories', listParts(details)].filter(Boolean).join(': '),
  }),
  'areas.set': (_, details) => ({ before: ['Changed the areas', listParts(details)].filter(Boolean).join(': ') }),
  'mails.retry': () => ({ before: 'Tried a mail again' }),
};

/** What an entry of the log says. One that this version does not know shows its code. */
export function changeSentence({ action, subject, details }: LoggedChange): ChangeSentence {
  return SENTENCES[action]?.(subject, asRecord(details) ?? {}) ?? { before: `${action} ${subject}` };
}

export const LOG_PARTS = {
  products: 'Products',
  categories: 'Categories',
  orders: 'Orders',
  accounts: 'Customers',
  operators: 'Operators',
  riders: 'Riders',
  cash: 'Cash',
  mails: 'Mails',
  backup: 'Backups',
  settings: 'Settings',
  areas: 'Areas',
} as const;

/** 'price 85 → 90, available yes → no'; the picture's addresses say nothing. */
function changedParts(before: Details, after: Details): string {
  const isChanged = (column: string): boolean => column in after && text(before[column]) !== text(after[column]);
  const parts = CATALOGUE_COLUMNS.filter((column) => column !== 'image' && isChanged(column)).map(
    (column) => `${PRODUCT_COLUMNS[column].label} ${text(before[column])} → ${text(after[column])}`,
  );
  return [...parts, ...(isChanged('image') ? ['picture'] : [])].join(', ');
}

/** 'Delivery fee 60 → 50, Phone …'; of a long text only that it is another one. */
function settingParts(before: Details, after: Details): string {
  return Object.keys(after)
    .map((name) => {
      const { label = name, kind } = isSettingName(name) ? SETTINGS[name] : {};
      return kind === 'page' || kind === 'picture' ? label : `${label} ${shown(before[name])} → ${shown(after[name])}`;
    })
    .join(', ');
}

/** In one sentence of the log. */
const MAX_NAMED = 5;

/** 'added Mirpur 1, Mirpur 2; changed Savar (fee 60 → 100); removed Tongi and 3 more; order' */
function listParts({ added, changed, removed, moved }: Details): string {
  const parts = Object.entries({ added, changed, removed }).map(([kind, given]) => {
    const names = (Array.isArray(given) ? given : []).map((one: unknown) => {
      const { name, before, after } = asRecord(one) ?? { name: one };
      const [was, is] = [asRecord(before) ?? {}, asRecord(after) ?? {}];
      const values = Object.keys(is).map((key) => `${LABELS[key] ?? key} ${text(was[key])} → ${text(is[key])}`);
      return values.length > 0 ? `${text(name)} (${values.join(', ')})` : text(name);
    });
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    return names.length > 0 ? `${kind} ${names.slice(0, MAX_NAMED).join(', ')}${more}` : '';
  });
  return [...parts, moved === true ? 'order' : ''].filter(Boolean).join('; ');
}

const LABELS: Readonly<Record<string, string>> = {
  nameBn: 'Bangla name',
  freeFrom: 'free from',
  aliases: 'other words',
};

function shown(value: unknown): string {
  return text(settingText(value));
}

function product(id: string, row: unknown): { text: string; to: string } {
  const name = asRecord(row)?.name;
  return { text: typeof name === 'string' && name ? name : id, to: `/products/${encodeURIComponent(id)}` };
}

function roleText(role: unknown): string {
  return typeof role === 'string' && isStaffRole(role) ? ` as ${STAFF_ROLES[role].toLowerCase()}` : '';
}

function marked(status: string) {
  return (id: string): ChangeSentence => ({ before: 'Marked order ', thing: order(id), after: ` as ${status}` });
}

/** Of a phone the log knows the last digits only. */
function blocked(verb: string, subject: string, after = ''): ChangeSentence {
  if (/^\d{3}$/.test(subject)) return { before: `${verb} the orders of a phone number …${subject}${after}` };
  return { before: `${verb} the orders of `, thing: { text: 'an account', to: `/customers/${subject}` }, after };
}

function order(id: string): { text: string; to: string } {
  return { text: shortOrderId(id), to: `/orders/${id}` };
}

function text(value: unknown): string {
  return value === undefined || value === null || value === '' ? '–' : String(value);
}

function number(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en') : '0';
}

export function actorName(actor: string): string {
  if (actor === 'operator') return 'API or command line';
  return actor === 'shop' ? 'The shop itself' : actor;
}
