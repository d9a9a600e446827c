/** The rows of a catalogue file on their way to the shop, with the addresses of the pictures that lie beside it. */
import { Readable } from 'node:stream';
import { type FileRow, catalogueRowSchema, imageKind } from '../domain/catalogue/catalogue-file.ts';
import { asRecord } from '../base/record.ts';
import type { ReadRows } from '../server/catalogue/catalogue-file.ts';
import type { Call } from './command.ts';
import { type SentPictures, sendPictures } from './pictures.ts';

const CHUNK_ROWS = 500;

/** Sends the pictures; the body sends the rows. The fault: why there are none. */
export async function rowsWithPictures(call: Call, readRows: ReadRows, folder: string) {
  const rows: FileRow[] = [];
  const fault = await readRows((row) => rows.push(row));
  if (fault !== null) return { fault };
  const names = new Set(rows.flatMap((row) => pictureOf(row) ?? []));
  const pictures = await sendPictures(call, [...names], folder);
  const body = Readable.toWeb(Readable.from(linesOf(call, rows, pictures))) as ReadableStream<Uint8Array>;
  return { body, rows: rows.length, pictures: pictures.sent };
}

function pictureOf({ value }: FileRow): string | null {
  const image = catalogueRowSchema.shape.image.safeParse(asRecord(value)?.image).data;
  return image !== undefined && imageKind(image) === 'file' ? image : null;
}

function* linesOf({ progress }: Call, rows: readonly FileRow[], pictures: SentPictures): Generator<Uint8Array> {
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
    const lines = rows.slice(at, at + CHUNK_ROWS).map((row) => `${JSON.stringify(withPicture(row, pictures))}\n`);
    yield Buffer.from(lines.join(''));
    progress.show('Sending', Math.min(at + CHUNK_ROWS, rows.length), rows.length);
  }
}

function withPicture(row: FileRow, { addresses, faults }: SentPictures): FileRow {
  const name = pictureOf(row);
  if (name === null) return row;
  const fault = faults.get(name);
  if (fault !== undefined) return { ...row, reasons: [fault] };
  return { ...row, value: { ...asRecord(row.value), image: addresses.get(name) } };
}
