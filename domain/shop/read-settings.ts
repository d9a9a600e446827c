/** What the values of settings must be: from a form or the command line as texts, from the API as JSON. Only for the server and the command line. */
import { z } from 'zod';
import { asciiDigits } from '../../base/digits.ts';
import { asRecord } from '../../base/record.ts';
import { characterCount, cleanText, isBlank } from '../../base/text.ts';
import { MAX_PRICE_TK } from '../catalogue/money.ts';
import { plainNumber } from '../catalogue/office-cells.ts';
import { isDay } from '../orders/delivery.ts';
import { type Setting, SETTING_NAMES, type SettingName, SETTINGS, type ShopSettings, WEEKDAYS } from './settings.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Of several years. */
const MAX_DAYS = 400;

const oneLine = ({ maxLength = Infinity, required = false }: Setting) =>
  z
    .string('Please write a text.')
    .transform(cleanText)
    .refine((value) => !required || !isBlank(value), { error: 'Please fill this in.', abort: true })
    .refine((value) => characterCount(value) <= maxLength, `Please write at most ${maxLength} characters.`);

const tk = z
  .union([z.string(), z.number().transform(String)], 'Please write an amount of Tk.')
  .transform((value) => plainNumber(value.trim(), /^(?:tk\.?|৳)|(?:tk\.?|৳|টাকা)$/gi))
  .refine((value) => /^\d+(?:\.\d{1,2})?$/.test(value), {
    error: 'Please write an amount of Tk, such as 60 or 60.50.',
    abort: true,
  })
  .transform(Number)
  .refine((value) => value <= MAX_PRICE_TK, `Please write at most ${MAX_PRICE_TK}.`);

const NO_TIME = 'Please write a time from 00:00 to 23:59.';
const time = z
  .string(NO_TIME)
  .transform((value) => asciiDigits(value.trim()))
  .refine((value) => TIME.test(value), NO_TIME);

/** A list, or a text with commas or spaces between. */
function listOf<T>(item: z.ZodType<T>) {
  const split = z.string('Please write a list.').transform((value) =>
    asciiDigits(value)
      .split(/[\s,]+/)
      .filter(Boolean),
  );
  return z.union([z.array(z.unknown()), split], 'Please write a list.').pipe(z.array(item));
}

const hours = z
  .string('Please write hours such as 09:00-22:00.')
  .transform((value) => asciiDigits(value.replaceAll(/\s/g, '')))
  .refine((value) => {
    const [opens = '', closes = ''] = value.split('-');
    return TIME.test(opens) && TIME.test(closes) && opens < closes && value.length === 11;
  }, 'Please write when it opens and, later that day, closes, such as 09:00-22:00.');

/** An object of weekdays, or its JSON; days without a value are closed. */
const week = z
  .preprocess(
    (value) => {
      const record = asRecord(typeof value === 'string' ? parsedJson(value) : value);
      return record && Object.fromEntries(Object.entries(record).filter(([, given]) => given !== '' && given !== null));
    },
    z.partialRecord(z.enum(WEEKDAYS), hours, 'Please write hours for each day, such as {"sunday": "09:00-22:00"}.'),
  )
  .transform((given) => Object.fromEntries(WEEKDAYS.flatMap((day) => (given[day] ? [[day, given[day]]] : []))));

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const KINDS: Record<Setting['kind'], (setting: Setting) => z.ZodType> = {
  text: oneLine,
  page: ({ maxLength = Infinity }) =>
    z
      .string('Please write a text.')
      .transform((value) => value.replaceAll(/\r\n?/g, '\n').toWellFormed().normalize('NFC').trim())
      .refine((value) => !/[^\P{Cc}\n\t]/u.test(value), 'Please leave out control characters.')
      .refine((value) => characterCount(value) <= maxLength, `Please write at most ${maxLength} characters.`),
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
  optionalAmount: () => z.union([z.null(), z.literal('').transform(() => null), tk]),
  hours: () => week,
  weekdays: () =>
    listOf(z.enum(WEEKDAYS, `Please write days such as sunday, monday.`))
      .transform((given) => WEEKDAYS.filter((day) => given.includes(day)))
      .refine((given) => given.length > 0, 'Please choose at least one day.'),
  days: () =>
    listOf(z.string().refine(isDay, { error: ({ input }) => `${String(input)} is no day such as 2026-12-16.` }))
      .transform((given) => [...new Set(given)].toSorted())
      .refine((given) => given.length <= MAX_DAYS, `Please write at most ${MAX_DAYS} days.`),
  time: () => time,
};

export type SettingFaults = Partial<Record<string, string>>;

/** The settings that are given, or the sentence for each bad value and unknown name; with one of these nothing is set. */
export function readSettingValues(
  given: Readonly<Record<string, unknown>>,
): { ok: true; values: Partial<ShopSettings> } | { ok: false; faults: SettingFaults } {
  const values: Record<string, unknown> = {};
  const faults: SettingFaults = {};
  for (const [name, value] of Object.entries(given)) {
    if (!isSettingName(name)) faults[name] = 'There is no such setting.';
    else {
      const parsed = KINDS[SETTINGS[name].kind](SETTINGS[name]).safeParse(value);
      if (parsed.success) values[name] = parsed.data;
      else faults[name] = sentenceIn(parsed.error.issues);
    }
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, values };
}

export function isSettingName(name: string): name is SettingName {
  return SETTING_NAMES.some((known) => known === name);
}

/** The deepest of the first issue: a union has those of its members inside. */
function sentenceIn([issue]: readonly z.core.$ZodIssue[]): string {
  if (issue?.code === 'invalid_union') return sentenceIn(issue.errors.at(-1) ?? []);
  if (issue?.code === 'unrecognized_keys') return `There is no day ${issue.keys.join(', ')}.`;
  return issue?.message ?? '';
}
