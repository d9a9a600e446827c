/**
 * The table of settings: screens, API, command line, checks and log follow from it (architecture, "How to add"). Pages
 * load it, so it does without zod: read-settings.ts says which values are allowed.
 */
import { isOneOf } from '../../base/record.ts';
import { capitalized } from '../../base/text.ts';
import { minutesOf } from '../../base/dates.ts';
import type { OrderNews } from '../orders/change-order.ts';
import type { DeliveryRules } from '../orders/delivery.ts';
import type { DeliveryFee } from '../orders/pricing.ts';
import type { SlotRule } from './slots.ts';
import { DEFAULT_SHOP_NAME, DEFAULT_SHOP_NAME_BN } from '../shop-name.ts';
import { PAGES, type PageSetting } from './pages.ts';

/** As `getUTCDay` counts them. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** '09:00-22:00' in Dhaka for each day on which the shop is open; '18:00-02:00' ends on the next day. */
export type Hours = Readonly<Partial<Record<Weekday, string>>>;

/** On the way to an open shop. */
export const OPENING_STEPS = ['name', 'phone', 'hours', 'fee', 'catalogue', 'mail', 'backup'] as const;
export type OpeningStep = (typeof OPENING_STEPS)[number];

/** What a value is, by its kind. */
interface Values {
  /** One line. */
  text: string;
  /** Plain text of many lines (page-text.ts). */
  page: string;
  phone: string;
  /** An http(s) address, or empty. */
  link: string;
  /** Tk, at most 1 decimal. */
  amount: number;
  /** The same, or null for none. */
  optionalAmount: number | null;
  /** A whole number from 0. */
  pieces: number;
  switch: boolean;
  hours: Hours;
  weekdays: readonly Weekday[];
  /** 'YYYY-MM-DD', in order. */
  days: readonly string[];
  /** 'HH:MM' in Dhaka. */
  time: string;
  slots: readonly SlotRule[];
  news: readonly OrderNews[];
  /** '#rrggbb', or empty for the usual one. */
  colour: string;
  /** The address of a logo (logo.ts), or empty for the leaf. */
  picture: string;
  /** The steps that are done, and `open` when the shop is. */
  steps: readonly (OpeningStep | 'open')[];
}

export interface Setting {
  label: string;
  kind: keyof Values;
  /** The part of the screen of settings. `Pages` and `Opening` are screens of their own. */
  panel: 'Shop' | 'Look' | 'Opening hours' | 'Delivery' | 'SMS' | 'Elsewhere' | 'Pages' | 'Opening';
  /** In characters. */
  maxLength?: number;
  required?: boolean;
  lang?: 'bn';
  /** The setting whose value it has while it has none of its own. */
  follows?: string;
  hint?: string;
  default: unknown;
}

const OPEN = '09:00-22:00';
const text = { kind: 'text', panel: 'Shop', maxLength: 80, default: '' } as const;
const link = { kind: 'link', panel: 'Elsewhere', maxLength: 200, default: '' } as const;
const amount = { kind: 'optionalAmount', panel: 'Delivery', default: null } as const;
const wallet = { kind: 'phone', panel: 'Delivery', maxLength: 30, default: '' } as const;

const page = { kind: 'page', panel: 'Pages', maxLength: 20_000, default: '' } as const;
const pages = Object.fromEntries(
  PAGES.flatMap((name) => [
    [name, { ...page, label: capitalized(name) }],
    [`${name}Bn`, { ...page, label: `${capitalized(name)} in Bangla`, lang: 'bn' }],
  ]),
) as Record<PageSetting, Setting & typeof page>;

const TABLE = {
  name: { ...text, label: 'Shop name', required: true, default: DEFAULT_SHOP_NAME },
  nameBn: {
    ...text,
    label: 'Shop name in Bangla',
    lang: 'bn',
    required: true,
    follows: 'name',
    default: DEFAULT_SHOP_NAME_BN,
  },
  phone: { ...text, kind: 'phone', label: 'Phone', maxLength: 30, required: true, default: '+880 1700-000000' },
  promo: { ...text, label: 'Promo text', maxLength: 120, default: '30% off for the first order with a gift box' },
  promoBn: {
    ...text,
    label: 'Promo text in Bangla',
    maxLength: 120,
    lang: 'bn',
    follows: 'promo',
    default: 'প্রথম অর্ডারে ৩০% ছাড়, সঙ্গে গিফট বক্স',
    hint: 'It leads to the offers. Without a text there is no promo.',
  },
  hours: {
    kind: 'hours',
    panel: 'Opening hours',
    label: 'Opening hours',
    hint: 'A day can close past midnight, as in Ramadan: 6 PM to 2 AM ends on the next day.',
    default: { sunday: OPEN, monday: OPEN, tuesday: OPEN, wednesday: OPEN, thursday: OPEN },
  },
  deliveryDays: {
    kind: 'weekdays',
    panel: 'Delivery',
    label: 'Delivery days',
    default: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'],
  },
  holidays: {
    kind: 'days',
    panel: 'Delivery',
    label: 'Holidays',
    hint: 'Days without deliveries, one on each line, such as 2026-12-16.',
    default: [],
  },
  sameDayUntil: {
    kind: 'time',
    panel: 'Delivery',
    label: 'Same-day orders until',
    hint: 'Until then an order arrives the same day. 00:00: never.',
    default: '14:00',
  },
  slots: {
    kind: 'slots',
    panel: 'Delivery',
    label: 'Delivery times',
    hint: 'Customers choose one, which takes so many orders of each of its days. Without any they choose none, and with them same-day orders end as each closes.',
    default: [],
  },
  fee: { kind: 'amount', panel: 'Delivery', label: 'Delivery fee', default: 60 },
  freeFrom: { ...amount, label: 'Free delivery from', hint: 'Empty: never free.' },
  minimum: { ...amount, label: 'Smallest order', hint: 'Empty: any.' },
  confirmFrom: {
    ...amount,
    label: 'Call before a first order from',
    hint: 'An order of so much, of a phone number that has taken none yet, waits until somebody has called. Empty: none waits.',
  },
  guestOrders: {
    kind: 'switch',
    panel: 'Delivery',
    label: 'Orders without an account',
    hint: 'Visitors order with name, phone and address. Such an order waits until somebody has called, if its phone has taken none yet.',
    default: false,
  },
  bkashNumber: { ...wallet, label: 'bKash number', hint: 'Shown with what is to be paid. Empty: not at all.' },
  nagadNumber: { ...wallet, label: 'Nagad number' },
  lowStock: {
    kind: 'pieces',
    panel: 'Shop',
    label: 'Few are left from',
    hint: 'From so many pieces down, cards of a product that is counted say how many are left.',
    default: 5,
  },
  smsOn: {
    kind: 'news',
    panel: 'SMS',
    label: 'An SMS when an order is',
    hint: 'Each costs what your gateway asks for it. It goes to the phone of the order, also of one that was taken on the phone.',
    default: [],
  },
  smsPerDay: {
    kind: 'pieces',
    panel: 'SMS',
    label: 'SMS a day',
    hint: 'No more parts are sent in 24 hours: a part is 160 letters, or 70 in Bangla. What is too many waits for you in the log.',
    default: 200,
  },
  accent: {
    kind: 'colour',
    panel: 'Look',
    label: 'Accent colour',
    hint: 'Of buttons, links and the top of the shop. Where texts need it, the shop makes it darker or lighter.',
    default: '',
  },
  logo: {
    kind: 'picture',
    panel: 'Look',
    label: 'Logo',
    hint: 'PNG or WebP, best without a ground of its own. One that is at least twice as wide as high takes the place of the name.',
    default: '',
  },
  facebook: { ...link, label: 'Facebook' },
  instagram: { ...link, label: 'Instagram' },
  youtube: { ...link, label: 'YouTube' },
  ...pages,
  opening: { kind: 'steps', panel: 'Opening', label: 'Opened so far', default: [] },
} as const satisfies Record<string, Setting>;

type Table = typeof TABLE;
export type SettingName = keyof Table;

export const SETTINGS: Readonly<Record<SettingName, Setting>> = TABLE;
export const SETTING_NAMES = Object.keys(TABLE) as SettingName[];
export const isSettingName = isOneOf(SETTING_NAMES);

export type ShopSettings = { [Name in SettingName]: Values[Table[Name]['kind']] };

/** All settings, of those that somebody has set. */
export function settingsWith(set: Readonly<Partial<ShopSettings>>): ShopSettings {
  const values: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const { follows, default: usual } = SETTINGS[name];
    const followed = follows !== undefined && Object.hasOwn(set, follows) ? values[follows] : usual;
    values[name] = set[name] ?? followed;
  }
  return values as ShopSettings;
}

/** What the shop asks for a delivery. */
export function feeOf({ fee, freeFrom, minimum }: ShopSettings): DeliveryFee {
  return { fee, freeFrom, minimum };
}

export function deliveryRulesOf({ deliveryDays, holidays, sameDayUntil, slots }: ShopSettings): DeliveryRules {
  const days = deliveryDays.map((day) => WEEKDAYS.indexOf(day));
  const latest = WEEKDAYS.map((day) => {
    const ends = slots.flatMap((slot) => (slot.days.includes(day) ? minutesOf(slot.from) - slot.closes : []));
    return ends.length > 0 ? Math.max(...ends) : null;
  });
  return {
    days,
    holidays,
    sameDayUntil: minutesOf(sameDayUntil),
    // Times of days without deliveries are none.
    ...(days.some((day) => latest[day] !== null) && { latest }),
  };
}

/** Where one can pay: 'bKash 01711000101'. */
export function walletsOf({ bkashNumber, nagadNumber }: Pick<ShopSettings, 'bkashNumber' | 'nagadNumber'>): string[] {
  const wallets = { bKash: bkashNumber, Nagad: nagadNumber };
  return Object.entries(wallets).flatMap(([name, number]) => (number ? [`${name} ${number}`] : []));
}

/**
 * A setting's value on one line, as it is read again: 'sunday, monday', 'sunday 09:00-22:00, friday 15:00-22:00'. Rows are
 * written as JSON.
 */
export function settingText(value: unknown): string {
  if (Array.isArray(value)) return typeof value[0] === 'object' ? JSON.stringify(value) : value.join(', ');
  if (typeof value === 'object' && value !== null)
    return settingText(Object.entries(value).map((pair) => pair.join(' ')));
  return String(value ?? '');
}
