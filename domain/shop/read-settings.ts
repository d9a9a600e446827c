/** What values settings may have. Pages must not load this, because it needs zod. */
import { z } from 'zod';
import { asciiDigits } from '../../base/digits.ts';
import { asRecord, jsonOf } from '../../base/record.ts';
import { characterCount } from '../../base/text.ts';
import { fromPoisha, MAX_PRICE_TK } from '../money.ts';
import { ORDER_NEWS } from '../orders/change-order.ts';
import { done, type Outcome, type Refused, refused } from '../outcome.ts';
import { logoName } from './logo.ts';
import { readDay, readTime } from '../typed/day.ts';
import { readPoisha } from '../typed/number.ts';
import { pieces, whole } from '../typed/whole.ts';
import { readPhone } from '../typed/phone.ts';
import { cleanLines, cleanText, isBlank } from '../typed/text.ts';
import { OPENING_STEPS, type Setting, type SettingName, SETTINGS, type ShopSettings, WEEKDAYS } from './settings.ts';

const STEPS = [...OPENING_STEPS, 'open'] as const;
/** Of several years. */
const MAX_DAYS = 400;
const MAX_SLOTS = 50;
const SLOTS = 'Please give rows of {days, from, to, orders, closes}.';

export const oneLine = ({ maxLength = Infinity, required = false }: Pick<Setting, 'maxLength' | 'required'>) =>
  z
    .string('Please write a text.')
    .transform(cleanText)
    .refine((value) => !required || !isBlank(value), { error: 'Please fill this in.', abort: true })
    .check(atMost(maxLength));

export const atMost = (length: number) =>
  z.refine<string>((value) => characterCount(value) <= length, `Please write at most ${length} characters.`);

/** The same sentence refuses what is no text, and what is none of the right ones. */
const textLike = (right: RegExp, error: string, read: (text: string) => string) =>
  z
    .string(error)
    .transform(read)
    .refine((value) => right.test(value), error);

const AMOUNT = 'Please write an amount of Tk, such as 60 or 60.5.';

const tk = z
  .preprocess(readPoisha, z.number(AMOUNT))
  .refine((poisha) => poisha >= 0 && poisha % 10 === 0, { error: AMOUNT, abort: true })
  .transform(fromPoisha)
  .refine((value) => value <= MAX_PRICE_TK, `Please write at most ${MAX_PRICE_TK}.`);

export const optionalTk = z.preprocess((value) => (value === '' ? null : value), tk.nullable());

/** A list, or a text with commas or spaces between. */
function listOf<T>(item: z.ZodType<T>) {
  const split = (value: unknown): unknown =>
    typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => !isBlank(part)) : value;
  return z.preprocess(split, z.array(item, 'Please write a list.'));
}

const hours = z
  .string('Please write hours such as 09:00-22:00.')
  .transform((value) => value.split(/\p{Pd}/u).map(readTime))
  .refine(([opens, closes, more]) => opens && closes && opens !== closes && more === undefined, {
    error: 'Please write when it opens and closes, such as 09:00-22:00, or 18:00-02:00 past midnight.',
    abort: true,
  })
  .transform((times) => times.join('-'));

/** An object of weekdays, or a text like 'sunday 09:00-22:00, friday 15:00-22:00'; other days are closed. */
const week = z
  .preprocess(
    (value) => {
      const record = typeof value === 'string' ? daysIn(value) : asRecord(value);
      return record && Object.fromEntries(Object.entries(record).filter(([, given]) => given !== '' && given !== null));
    },
    z.partialRecord(z.enum(WEEKDAYS), hours, 'Please write hours for each day, such as sunday 09:00-22:00.'),
  )
  .transform((given) => Object.fromEntries(WEEKDAYS.flatMap((day) => (given[day] ? [[day, given[day]]] : []))));

function daysIn(text: string): Record<string, string> {
  const parts = text.split(/[,;\n]/).map((part) => part.trim());
  return Object.fromEntries(parts.filter(Boolean).map((part) => part.split(/\s+(.*)/s, 2)));
}

const weekdays = listOf(z.enum(WEEKDAYS, `Please write days such as sunday, monday.`))
  .transform((given) => WEEKDAYS.filter((day) => given.includes(day)))
  .refine((given) => given.length > 0, 'Please choose at least one day.');

const time = textLike(/./, 'Please write a time from 00:00 to 23:59.', (text) => readTime(text) ?? '');

/** A list, or its JSON. */
const slots = z
  .preprocess(
    (given) => (typeof given === 'string' ? (isBlank(given) ? [] : jsonOf(given)) : given),
    z
      .array(
        z
          .strictObject(
            {
              // In the order of jsonb: rows that are the same have the same JSON text.
              to: time,
              days: weekdays,
              from: time,
              closes: whole(0, 10_080, 'A delivery time closes 0 to 10080 minutes before it begins.'),
              orders: whole(1, 9_999, 'A delivery time takes 1 to 9999 orders.'),
            },
            SLOTS,
          )
          .refine(({ from, to }) => from < to, 'A delivery time must begin before it ends.'),
        SLOTS,
      )
      .max(MAX_SLOTS, `Please give at most ${MAX_SLOTS} delivery times.`),
  )
  .refine((rows) => {
    const begins = rows.flatMap(({ days, from }) => days.map((day) => `${day} ${from}`));
    return new Set(begins).size === begins.length;
  }, 'Two delivery times of a day begin at the same time.');

/** What people and forms write; an empty box is off. */
const SWITCHED: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
  '': false,
};

export const NO_LOGO = 'There is no such logo: send the picture itself.';

const KINDS: Record<Setting['kind'], (setting: Setting) => z.ZodType> = {
  text: oneLine,
  page: ({ maxLength = Infinity }) => z.string('Please write a text.').transform(cleanLines).check(atMost(maxLength)),
  phone: (setting) =>
    oneLine(setting)
      .transform((value) => asciiDigits(value).replace(/\p{Pd}/gu, '-'))
      .refine((value) => (!value && !setting.required) || /^\+?\d{3,}$/.test(readPhone(value)), {
        error: 'Please write a phone number, such as +880 1700-000000.',
      }),
  link: (setting) =>
    oneLine(setting)
      .transform((value) => (/^(?![a-z][a-z\d+.-]*:)[^\s/]+\.[^\s/]+/i.test(value) ? `https://${value}` : value))
      .refine(
        (value) => value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
        'Please write a whole address, such as https://www.facebook.com/shop.',
      ),
  amount: () => tk,
  optionalAmount: () => optionalTk,
  pieces: () => pieces,
  switch: () =>
    z.preprocess(
      (value) => SWITCHED[String(value).trim().toLowerCase()] ?? value,
      z.boolean('Please write yes or no.'),
    ),
  hours: () => week,
  weekdays: () => weekdays,
  slots: () => slots,
  days: () =>
    listOf(
      z
        .string('Please write days such as 2026-12-16.')
        .refine(readDay, { error: ({ input }) => `${String(input)} is no day such as 2026-12-16.`, abort: true })
        .transform((value) => readDay(value) ?? ''),
    )
      .transform((given) => [...new Set(given)].toSorted())
      .refine((given) => given.length <= MAX_DAYS, `Please write at most ${MAX_DAYS} days.`),
  time: () => time,
  news: () =>
    listOf(z.enum(ORDER_NEWS, `Please write any of ${ORDER_NEWS.join(', ')}.`)).transform((given) =>
      ORDER_NEWS.filter((news) => given.includes(news)),
    ),
  colour: () =>
    textLike(/^(?:#[\da-f]{6})?$/, 'Please write a colour such as #1d4ed8.', (text) => text.trim().toLowerCase()),
  picture: () => z.string(NO_LOGO).refine((value) => value === '' || logoName(value) !== null, NO_LOGO),
  steps: () =>
    listOf(z.enum(STEPS, `Please write steps such as name, phone.`)).transform((given) =>
      STEPS.filter((step) => given.includes(step)),
    ),
};

/** Texts of a form or the command line, or JSON. */
export type GivenSettings = Readonly<Partial<Record<SettingName, unknown>>>;

type SettingFaults = Partial<Record<SettingName, string>>;

/** The settings that are given; with a bad value none, and a sentence for each one. */
export function readSettingValues(given: GivenSettings): Outcome<Partial<ShopSettings>> {
  const values: Record<string, unknown> = {};
  const faults: SettingFaults = {};
  for (const [name, value] of Object.entries(given) as [SettingName, unknown][]) {
    const parsed = KINDS[SETTINGS[name].kind](SETTINGS[name]).safeParse(value);
    if (parsed.success) values[name] = parsed.data;
    else faults[name] = sentenceIn(parsed.error.issues);
  }
  return Object.keys(faults).length > 0 ? badSettings(faults) : done(values);
}

/** All of them in one sentence too, for those who see no fields. */
export function badSettings(faults: SettingFaults): Refused {
  const fields = Object.entries(faults).map(([field, detail]) => ({ field, reason: malformed(detail) }));
  return refused(422, malformed(fields.map(({ field, reason }) => `${field}: ${reason.detail}`).join(' ')), { fields });
}

const malformed = (detail: string) => ({ code: 'malformed', detail }) as const;

function sentenceIn([issue]: readonly z.core.$ZodIssue[]): string {
  if (issue?.code === 'unrecognized_keys')
    return issue.path.length > 0 ? SLOTS : `There is no day ${issue.keys.join(', ')}.`;
  return issue?.message ?? '';
}
