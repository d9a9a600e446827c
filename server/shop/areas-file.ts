/** A file of areas: CSV as office programs save it. The command line reads it too. */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { columnNameOf, textOfCell } from '../../base/csv.ts';
import { fileText } from '../../base/bytes.ts';
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import type { Area } from '../../domain/shop/areas.ts';
import { AREA_COLUMNS, areasFileInput, type GivenArea } from '../../domain/shop/read-areas.ts';
import { refusalSentence } from '../../messages/operator-sentence.ts';
import { csvRecords } from '../../domain/typed/csv-records.ts';

/** An area of the ready list, with where it is. */
export type ReadyArea = Pick<Area, 'id' | 'name' | 'nameBn' | 'aliases'> & { city: string; thana: string };

/** The areas of Dhaka and Chattogram: the names of both scripts, and what else people type. */
export async function readyAreas(): Promise<ReadyArea[]> {
  const file = path.join(import.meta.dirname, 'areas-of-dhaka-and-chattogram.csv');
  const [columns, ...rows] = [...csvRecords(await readFile(file, 'utf8'))].map(({ cells }) => cells ?? []);
  return rows.map((cells) => Object.fromEntries([['id', ''], ...cells.map((cell, at) => [columns?.[at], cell])]));
}

const PROPERTIES = new Map<string, string>(
  Object.entries(AREA_COLUMNS).map(([property, column]) => [column, property]),
);

/** Its areas, each with what the file has columns for. A refusal names what is wrong by lines and columns of the file. */
export function areasOfFile(bytes: Uint8Array): Outcome<GivenArea[]> {
  const text = fileText(bytes);
  const records = [...csvRecords(new TextDecoder().decode(text))].filter(({ cells }) => cells?.length !== 0);
  if (!isUtf8(text) || records.some(({ cells }) => !cells))
    return bad('This is no CSV file in UTF-8 with the areas. An export has the right form.');
  const [header, ...rows] = records.map(({ cells, lastLine }) => ({ cells: cells ?? [], lastLine }));
  const columns = header?.cells.map(columnNameOf) ?? [];
  const named = columns.filter(Boolean);
  if (!columns.includes('name')) return bad('The file has no column name.');
  const odd = named.find((column, at) => !PROPERTIES.has(column) || named.indexOf(column) !== at);
  if (odd !== undefined) {
    return bad(
      `There is no column ${odd}, or it is there twice: the columns are ${[...PROPERTIES.keys()].join(', ')}.`,
    );
  }
  const long = rows.filter(({ cells }) => cells.length > columns.length);
  if (long.length > 0) {
    const lines = long.map(({ lastLine }) => lastLine).join(', ');
    return bad(
      `Row ${lines}: there are more values than the ${columns.length} columns. Put a name with a comma in quotes: "Mirpur, Section 10".`,
    );
  }
  const areas = rows.map(({ cells }) => {
    const values = columns.map((column, at) => [PROPERTIES.get(column), textOfCell(cells[at] ?? '')] as const);
    return Object.fromEntries(values.filter(([property]) => property !== undefined));
  });
  const read = parseBy(areasFileInput, { areas }, 'areas');
  if (read.ok) return done(read.value.areas);
  const fields = (read.fields ?? []).map(({ field, row, reason }) => ({
    field: AREA_COLUMNS[field as keyof typeof AREA_COLUMNS] ?? field,
    row: row === undefined ? undefined : (rows[row]?.lastLine ?? 0) - 1,
    reason,
  }));
  return bad(refusalSentence({ ...read, fields }));
}

function bad(detail: string): Refused {
  return refused(422, { code: 'malformed', detail });
}
