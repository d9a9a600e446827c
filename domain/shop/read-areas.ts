/** What areas must be: from a file or a form as texts, from the API as JSON. Only for the server and the command line. */
import { z } from 'zod';
import { CSV_MARK, cellOf, csvRecord } from '../../base/csv.ts';
import { suggestedId } from '../../base/suggested-id.ts';
import { characterCount, cleanText } from '../../base/text.ts';
import { yesOrNoNamed } from '../catalogue/office-cells.ts';
import type { Area } from './areas.ts';
import { oneLine, optionalTk } from './read-settings.ts';

export const MAX_AREAS = 2_000;
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

/** Excel saves each Bangla letter as `?` in a plain CSV; UTF-8 that was read as ANSI has two or three letters for each. */
const name = (required: boolean) =>
  oneLine({ maxLength: 80, required }).refine(
    (text) => !/\?{3}|à[¦§]/.test(text),
    'The Bangla letters are lost: save the file as “CSV UTF-8”, from one that still has them.',
  );

/** Without aliases an area keeps those that it has. */
const SCHEMA = z.object({
  id: z
    .string(ID)
    .trim()
    .regex(/^[a-z0-9-]{0,64}$/, ID)
    .default(''),
  name: name(true),
  nameBn: name(false).default(''),
  fee: optionalTk.default(null),
  freeFrom: optionalTk.default(null),
  minimum: optionalTk.default(null),
  delivers: z
    .preprocess(
      (value) => (typeof value === 'string' ? { yes: true, '': true, no: false }[yesOrNoNamed(value.trim())] : value),
      z.boolean(YES_OR_NO),
    )
    .default(true),
  aliases: z
    .string('Please write words with | between them.')
    .transform((text) => text.split('|').map(cleanText).filter(Boolean).join('|'))
    .refine(
      (text) => characterCount(text) <= MAX_ALIASES_LENGTH,
      `Please write at most ${MAX_ALIASES_LENGTH} characters.`,
    )
    .optional(),
});

export type GivenArea = z.output<typeof SCHEMA>;

/** `row`: the line of a file, or the place in a list from 1. */
export interface AreaRow {
  row: number;
  value: unknown;
}

export interface AreaFault {
  row: number;
  /** Null when it is about the whole row. */
  property: keyof Area | null;
  sentence: string;
}

/** 'Row 3, fee: Please write …'. */
export function areaFaultText({ row, property, sentence }: AreaFault): string {
  return `Row ${row}${property === null ? '' : `, ${AREA_COLUMNS[property]}`}: ${sentence}`;
}

/** All areas, each with an id, or the sentence for each bad value. Then nothing is taken over. */
export function readAreas(
  rows: readonly AreaRow[],
): { ok: true; areas: GivenArea[] } | { ok: false; faults: AreaFault[] } {
  const areas: GivenArea[] = [];
  const faults: AreaFault[] = [];
  const taken = new Map<string, number>();
  for (const { row, value } of rows.slice(0, MAX_AREAS + 1)) {
    const { data, error } = SCHEMA.safeParse(value);
    for (const { path, message } of error?.issues ?? []) {
      const property = PROPERTIES.find((known) => known === path[0]) ?? null;
      faults.push({ row, property, sentence: property === null ? 'Please write an area.' : message });
    }
    if (!data) continue;
    const first = taken.get(data.id);
    if (first !== undefined) faults.push({ row, property: 'id', sentence: `${data.id} is in row ${first} already.` });
    else if (data.id !== '') taken.set(data.id, row);
    areas.push(data);
  }
  const next = rows[MAX_AREAS];
  if (next) faults.push({ row: next.row, property: null, sentence: `There can be at most ${MAX_AREAS} areas.` });
  if (faults.length > 0) return { ok: false, faults };
  for (const area of areas) {
    const wanted = suggestedId(area.name).slice(0, 58) || 'area';
    for (let n = 1; area.id === ''; n += 1) {
      const id = n === 1 ? wanted : `${wanted}-${n}`;
      if (!taken.has(id)) taken.set((area.id = id), 0);
    }
  }
  return { ok: true, areas };
}

/** As a file that `readAreas` reads. The aliases are in it when there are any. */
export function areasCsv(areas: readonly Area[]): string {
  const shown = PROPERTIES.filter((property) => property !== 'aliases' || areas.some(({ aliases }) => aliases !== ''));
  const cell = (value: Area[keyof Area]): string =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : cellOf(String(value ?? ''));
  return [
    CSV_MARK + csvRecord(shown.map((property) => AREA_COLUMNS[property])),
    ...areas.map((area) => csvRecord(shown.map((property) => cell(area[property])))),
  ].join('');
}
