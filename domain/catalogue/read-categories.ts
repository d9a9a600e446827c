/** The list of categories that an operator has sent: all of it is taken, or nothing. Only for the server. */
import { z } from 'zod';
import { characterCount } from '../../base/text.ts';
import { cleanText } from '../typed/text.ts';
import { CATEGORY_ID_PATTERN, GROUPS, STATUSES, TRENDING_LISTINGS } from './catalogue.ts';
import { rowsOf } from '../parse.ts';
import { catalogueRowSchema } from './catalogue-file.ts';
import { foldWords } from './fold-words.ts';

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

/** A row without `aliases` or `shown` keeps those that the category has. */
const CATEGORY = z.strictObject(
  {
    id,
    name,
    nameBn: name,
    aliases: catalogueRowSchema.shape.aliases,
    group: z.enum(GROUPS, `The group is ${GROUPS.join(' or ')}.`),
    shown: z.boolean('Shown is true or false.').optional(),
    products: z.unknown().optional().meta({ description: 'As the list has it. It is not read.' }),
  },
  'Send a category.',
);

/** In the order of menus. `version`: of the list that they were made of. */
export const categoriesInput = z.strictObject({
  categories: rowsOf(CATEGORY, MAX_CATEGORIES, 'categories').superRefine((rows, context) => {
    const names = new Map<string, string>();
    for (const [at, row] of rows.entries()) {
      for (const field of ['name', 'nameBn'] as const) {
        const words = foldWords(row[field]);
        const other = names.get(words) ?? row.id;
        names.set(words, other);
        if (other === row.id) continue;
        context.addIssue({ code: 'custom', path: [at, field], message: `The category ${other} has this name.` });
      }
    }
  }),
  version: z.string().optional(),
});
