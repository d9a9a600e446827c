/** What areas must be, as texts or as JSON. Only for the server and the command line. */
import { z } from 'zod';
import { CSV_MARK, cellOf, csvRecord, yesOrNoNamed } from '../../base/csv.ts';
import { suggestedId, textSign } from '../../base/text.ts';
import { cleanText } from '../typed/text.ts';
import { foldWords } from '../catalogue/fold-words.ts';
import { freeId } from '../catalogue/product-id.ts';
import { rowsOf } from '../parse.ts';
import type { Area } from './areas.ts';
import { atMost, oneLine, optionalTk } from './read-settings.ts';

const MAX_AREAS = 2_000;
/** Of a file, a form or a body with so many. */
export const MAX_AREAS_BYTES = 2 * 1024 * 1024;

/** The columns of a file, by the property of an area. */
export const AREA_COLUMNS = {
  id: 'id',
  name: 'name',
  nameBn: 'name_bn',
  fee: 'fee',
  freeFrom: 'free_from',
  minimum: 'minimum',
  delivers: 'delivers',
  aliases: 'aliases',
} as const satisfies Record<keyof Area, string>;

export const AREA_FIELDS = Object.keys(AREA_COLUMNS) as (keyof Area)[];
const MAX_ALIASES_LENGTH = 300;
const ID = 'Please write 1 to 64 of a-z, 0-9 and -, or nothing.';
const YES_OR_NO = 'Please write yes or no.';

/** Excel saves each Bangla letter as `?` in a plain CSV. UTF-8 that was read as ANSI has two or three for each. */
const name = (required: boolean) =>
  oneLine({ maxLength: 80, required }).refine(
    (text) => !/\?{3}|à[¦§]/.test(text),
    'The Bangla letters are lost: save the file as “CSV UTF-8”, from one that still has them.',
  );

/** A number is written as a text before it is read, and the API's description does not see that by itself. */
const amount = optionalTk.optional().meta({ anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] });

/** What a new area has where nothing is said. */
export const NEW_AREA = { nameBn: '', fee: null, freeFrom: null, minimum: null, delivers: true, aliases: '' } as const;

const AREA = z.strictObject(
  {
    id: z
      .string(ID)
      .trim()
      .regex(/^[a-z0-9-]{0,64}$/, ID)
      .default(''),
    name: name(true),
    nameBn: name(false)
      .refine(
        (text) => !/\p{Script=Latin}/u.test(text) || /\p{Script=Bengali}/u.test(text),
        'Please write the Bangla name in Bangla letters, or nothing.',
      )
      .optional(),
    fee: amount,
    freeFrom: amount,
    minimum: amount,
    delivers: z
      .preprocess(
        (value) => (typeof value === 'string' ? { yes: true, '': true, no: false }[yesOrNoNamed(value.trim())] : value),
        z.boolean(YES_OR_NO),
      )
      .optional(),
    aliases: z
      .string('Please write words with | between them.')
      .transform((text) => text.split('|').map(cleanText).filter(Boolean).join('|'))
      .check(atMost(MAX_ALIASES_LENGTH))
      .optional(),
  },
  'Please write an area.',
);

export type GivenArea = z.output<typeof AREA>;

const rows = rowsOf(AREA, MAX_AREAS, 'areas').superRefine((areas, context) => {
  const rowOf = new Map<string, number>();
  for (const [at, area] of areas.entries()) {
    for (const words of wordsOf(area)) {
      const other = rowOf.get(words) ?? at;
      rowOf.set(words, other);
      if (other === at) continue;
      const message = `${areas[other]?.name} is there twice: an order could not tell which one is meant.`;
      context.addIssue({ code: 'custom', path: [at, 'name'], message });
    }
  }
});
const version = z.string().optional();

/** All areas. Without aliases an area keeps those that it has. `version`: of the list that they were made of. */
export const areasInput = z.strictObject({
  areas: rows.transform((areas) => areas.map((area) => ({ ...NEW_AREA, aliases: undefined, ...area }))),
  version,
});

/** What areas do not say stays as it is. `check`: only says what would change. `replace`: removes all others. */
export const areasFileInput = z.strictObject({
  areas: rows,
  replace: z.boolean().optional(),
  check: z.boolean().optional(),
  version,
});

/** What an area is called, as it is compared. */
function wordsOf({ name, nameBn = '' }: Pick<GivenArea, 'name' | 'nameBn'>): ReadonlySet<string> {
  return new Set([name, nameBn].map(foldWords).filter(Boolean));
}

/**
 * A row without an id is the area of its name, in either language, else a new one. An id is made of the name, and is
 * never that of another name: customers and orders keep the ids of areas.
 */
export function withIds<Given extends GivenArea>(given: readonly Given[], stored: readonly Area[]): Given[] {
  const called = new Map(stored.flatMap((area) => [...wordsOf(area)].map((words) => [words, area.id] as const)));
  const claimed = new Set(given.map(({ id }) => id));
  const taken = new Set([...claimed, ...stored.map(({ id }) => id)]);
  return given.map((area) => {
    const own = [...wordsOf(area)].map((words) => called.get(words)).find((id) => id && !claimed.has(id));
    const id = area.id || (own ?? newId(area.name, taken));
    claimed.add(id);
    taken.add(id);
    return { ...area, id };
  });
}

/** A name that is not all Latin letters and digits also has its sign: others would be left with the same ones. */
function newId(name: string, taken: ReadonlySet<string>): string {
  const words = foldWords(name);
  const latin = suggestedId(name).slice(0, 48);
  const signed = `${latin || 'area'}-${textSign(words)}`;
  const isPlain = latin === words.replaceAll(' ', '-') && !taken.has(latin);
  return freeId(isPlain ? latin : signed, (id) => taken.has(id));
}

/** As a file that an import reads. The aliases are in it when there are any. */
export function areasCsv(areas: readonly Area[]): string {
  const shown = AREA_FIELDS.filter((property) => property !== 'aliases' || areas.some(({ aliases }) => aliases !== ''));
  const cell = (value: Area[keyof Area]): string =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : cellOf(String(value ?? ''));
  return [
    CSV_MARK + csvRecord(shown.map((property) => AREA_COLUMNS[property])),
    ...areas.map((area) => csvRecord(shown.map((property) => cell(area[property])))),
  ].join('');
}
