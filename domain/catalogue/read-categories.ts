/** The list of categories that an operator has sent: all of it is taken, or nothing. Only for the server. */
import { z } from 'zod';
import { asRecord } from '../../base/record.ts';
import { characterCount, cleanText } from '../../base/text.ts';
import { type Category, CATEGORY_ID_PATTERN, GROUPS, STATUSES, TRENDING_LISTINGS } from './catalogue.ts';
import { catalogueRowSchema } from './catalogue-file.ts';
import { foldWords } from './fold-words.ts';

export interface CategoryFault {
  id: string;
  field?: keyof Category;
  reason: string;
  /** The place of its row in the list that was sent, from 0. */
  row?: number;
}

export type ReadCategories = { ok: true; categories: Category[] } | { ok: false; errors: CategoryFault[] };

const MAX_CATEGORIES = 60;
const MAX_NAME_LENGTH = 40;

/** What other pages, and counts of products, are called. */
const TAKEN: ReadonlySet<string> = new Set([
  'all',
  'offers',
  'search-results',
  'trending',
  ...GROUPS,
  ...TRENDING_LISTINGS.map(({ slug }) => slug),
  ...STATUSES,
]);

const id = z
  .string('Give it an address.')
  .transform((text) => text.trim())
  .refine((text) => CATEGORY_ID_PATTERN.test(text), {
    error: 'The address has 1 to 40 of a-z, 0-9 and -.',
    abort: true,
  })
  .refine((text) => !TAKEN.has(text), 'The shop has another page with this address: choose another.');

const NO_NAME = `Write a name of 1 to ${MAX_NAME_LENGTH} characters.`;
const name = z
  .string(NO_NAME)
  .transform(cleanText)
  .refine((text) => foldWords(text) !== '' && characterCount(text) <= MAX_NAME_LENGTH, NO_NAME);

const ROW = z.object({
  id,
  name,
  nameBn: name,
  aliases: catalogueRowSchema.shape.aliases,
  group: z.enum(GROUPS, `The group is ${GROUPS.join(' or ')}.`),
  shown: z.boolean('Shown is true or false.').optional(),
});

/** `given`: the rows in the order of menus. A row without `aliases` or `shown` keeps those of `current`. */
export function readCategories(given: unknown, current: readonly Category[]): ReadCategories {
  const rows = Array.isArray(given) ? given : asRecord(given)?.categories;
  if (!Array.isArray(rows)) return refused('Send a list of categories.');
  if (rows.length > MAX_CATEGORIES) return refused(`There may be at most ${MAX_CATEGORIES} categories.`);
  const categories: Category[] = [];
  const errors: CategoryFault[] = [];
  const ids = new Set<string>();
  const names = new Map<string, string>();
  for (const [row, value] of rows.entries()) {
    const of = idIn(value);
    const read = ROW.safeParse(value);
    for (const { path, message } of read.error?.issues ?? [])
      errors.push({ id: of, ...fieldOf(path[0]), reason: message, row });
    if (!read.success) continue;
    const { aliases, shown, ...others } = read.data;
    const before = current.find((category) => category.id === others.id);
    if (ids.has(others.id)) errors.push({ id: of, field: 'id', reason: 'Two categories have this address.', row });
    ids.add(others.id);
    for (const field of ['name', 'nameBn'] as const) {
      const words = foldWords(others[field]);
      const other = names.get(words) ?? others.id;
      if (other !== others.id) errors.push({ id: of, field, reason: `The category ${other} has this name.`, row });
      names.set(words, other);
    }
    categories.push({ ...others, aliases: aliases ?? before?.aliases ?? '', shown: shown ?? before?.shown ?? true });
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, categories };
}

function refused(reason: string): ReadCategories {
  return { ok: false, errors: [{ id: '', reason }] };
}

function idIn(value: unknown): string {
  const given = asRecord(value)?.id;
  return typeof given === 'string' ? given.slice(0, 64) : '';
}

function fieldOf(key: unknown): Pick<CategoryFault, 'field'> {
  const field = ROW.keyof().options.find((name) => name === key);
  return field ? { field } : {};
}
