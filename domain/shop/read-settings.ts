/** What values settings may have. Pages must not load this, because it needs zod. */
import { z } from 'zod';
import { plainNumber } from '../../base/csv.ts';
import { asciiDigits } from '../../base/digits.ts';
import { asRecord } from '../../base/record.ts';
import { characterCount, cleanText, isBlank } from '../../base/text.ts';
import { MAX_PRICE_TK } from '../money.ts';
import { isDay } from '../orders/delivery.ts';
import { done, type Outcome, type Refused, refused } from '../outcome.ts';
import { logoName } from './logo.ts';
import { OPENING_STEPS, type Setting, type SettingName, SETTINGS, type ShopSettings, WEEKDAYS } from './settings.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const STEPS = [...OPENING_STEPS, 'open'] as const;
/** Of several years. */
const MAX_DAYS = 400;

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
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string(AMOUNT))
  .transform((value) => plainNumber(value.trim(), /^(?:tk\.?|৳)|(?:tk\.?|৳|টাকা)$/gi))
  .refine((value) => /^\d+(?:\.\d)?$/.test(value), { error: AMOUNT, abort: true })
  .transform(Number)
  .refine((value) => value <= MAX_PRICE_TK, `Please write at most ${MAX_PRICE_TK}.`);

export const optionalTk = z.preprocess((value) => (value === '' ? null : value), tk.nullable());

/** A list, or a text with commas or spaces between. */
function listOf<T>(item: z.ZodType<T>) {
  const split = (value: unknown): unknown =>
    typeof value === 'string'
      ? asciiDigits(value)
          .split(/[\s,]+/)
          .filter(Boolean)
      : value;
  return z.preprocess(split, z.array(item, 'Please write a list.'));
}

const hours = z
  .string('Please write hours such as 09:00-22:00.')
  .transform((value) => asciiDigits(value.replaceAll(/\s/g, '')))
  .refine((value) => {
    const [opens = '', closes = ''] = value.split('-');
    return TIME.test(opens) && TIME.test(closes) && opens < closes && value.length === 11;
  }, 'Please write when it opens and, later that day, closes, such as 09:00-22:00.');

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

export const NO_LOGO = 'There is no such logo: send the picture itself.';

const KINDS: Record<Setting['kind'], (setting: Setting) => z.ZodType> = {
  text: oneLine,
  page: ({ maxLength = Infinity }) =>
    z
      .string('Please write a text.')
      .transform((value) => value.replaceAll(/\r\n?/g, '\n').toWellFormed().normalize('NFC').trim())
      .refine((value) => !/[^\P{Cc}\n\t]/u.test(value), 'Please leave out control characters.')
      .check(atMost(maxLength)),
  phone: (setting) =>
    oneLine(setting)
      .transform(asciiDigits)
      .refine((value) => /^\+?[\d\s()-]*$/.test(value) && value.replace(/\D/g, '').length >= 3, {
        error: 'Please write a phone number, such as +880 1700-000000.',
      }),
  link: (setting) =>
    oneLine(setting).refine(
      (value) => value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
      'Please write a whole address, such as https://www.facebook.com/shop.',
    ),
  amount: () => tk,
  optionalAmount: () => optionalTk,
  hours: () => week,
  weekdays: () =>
    listOf(z.enum(WEEKDAYS, `Please write days such as sunday, monday.`))
      .transform((given) => WEEKDAYS.filter((day) => given.includes(day)))
      .refine((given) => given.length > 0, 'Please choose at least one day.'),
  days: () =>
    listOf(
      z
        .string('Please write days such as 2026-12-16.')
        .refine(isDay, { error: ({ input }) => `${String(input)} is no day such as 2026-12-16.` }),
    )
      .transform((given) => [...new Set(given)].toSorted())
      .refine((given) => given.length <= MAX_DAYS, `Please write at most ${MAX_DAYS} days.`),
  time: () => textLike(TIME, 'Please write a time from 00:00 to 23:59.', (text) => asciiDigits(text.trim())),
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
  if (issue?.code === 'unrecognized_keys') return `There is no day ${issue.keys.join(', ')}.`;
  return issue?.message ?? '';
}
