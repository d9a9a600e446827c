/** What areas must be, as texts or as JSON. Only for the server and the command line. */
import { z } from 'zod';
import { CSV_MARK, cellOf, csvRecord, yesOrNoNamed } from '../../base/csv.ts';
import { suggestedId } from '../../base/text.ts';
import { cleanText } from '../typed/text.ts';
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

const PROPERTIES = Object.keys(AREA_COLUMNS) as (keyof Area)[];
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
const amount = optionalTk.default(null).meta({ anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] });

/** Without aliases an area keeps those that it has. */
const AREA = z.strictObject(
  {
    id: z
      .string(ID)
      .trim()
      .regex(/^[a-z0-9-]{0,64}$/, ID)
      .default(''),
    name: name(true),
    nameBn: name(false).default(''),
    fee: amount,
    freeFrom: amount,
    minimum: amount,
    delivers: z
      .preprocess(
        (value) => (typeof value === 'string' ? { yes: true, '': true, no: false }[yesOrNoNamed(value.trim())] : value),
        z.boolean(YES_OR_NO),
      )
      .default(true),
    aliases: z
      .string('Please write words with | between them.')
      .transform((text) => text.split('|').map(cleanText).filter(Boolean).join('|'))
      .check(atMost(MAX_ALIASES_LENGTH))
      .optional(),
  },
  'Please write an area.',
);

export type GivenArea = z.output<typeof AREA>;

/** All areas, each with an id. `version`: of the list that they were made of. */
export const areasInput = z.strictObject({
  areas: rowsOf(AREA, MAX_AREAS, 'areas').transform(withIds),
  version: z.string().optional(),
});

/** One without an id gets one of its name. */
function withIds(areas: readonly GivenArea[]): GivenArea[] {
  const taken = new Set(areas.map(({ id }) => id));
  return areas.map((area) => {
    const wanted = suggestedId(area.name).slice(0, 58) || 'area';
    let { id } = area;
    for (let n = 1; taken.has(id) && area.id === ''; n += 1) id = n === 1 ? wanted : `${wanted}-${n}`;
    taken.add(id);
    return { ...area, id };
  });
}

/** As a file that an import reads. The aliases are in it when there are any. */
export function areasCsv(areas: readonly Area[]): string {
  const shown = PROPERTIES.filter((property) => property !== 'aliases' || areas.some(({ aliases }) => aliases !== ''));
  const cell = (value: Area[keyof Area]): string =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : cellOf(String(value ?? ''));
  return [
    CSV_MARK + csvRecord(shown.map((property) => AREA_COLUMNS[property])),
    ...areas.map((area) => csvRecord(shown.map((property) => cell(area[property])))),
  ].join('');
}
