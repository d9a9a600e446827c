/** `products import`: the shop checks a file and then imports all of it or nothing, as in the console. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { catalogueRowSchema, imageKind } from '../domain/catalogue/catalogue-file.ts';
import { type FileRow, NoCatalogue, type RowFault } from '../domain/catalogue/catalogue-reader.ts';
import { type Dangers, shownDangers } from '../domain/catalogue/import-dangers.ts';
import { asRecord } from '../base/record.ts';
import { openCatalogueFile } from '../server/catalogue/catalogue-file.ts';
import type { ImportJob as Job } from '../server/catalogue/import-job-store.ts';
import { isZip } from '../server/catalogue/upload.ts';
import type { ImportSummary } from '../server/catalogue/write-rows.ts';
import { codeOf, reasonOf } from '../base/error-code.ts';
import { type Json, Refusal } from './client.ts';
import { type Call, print, Failure, fileFailure } from './command.ts';
import { type SentPictures, sendPictures } from './pictures.ts';
import { countOf, withoutControls } from './output.ts';

/** The maximum size of a CSV or JSON file, in bytes: enough for more than a million products. */
const MAX_BYTES = 256 * 1024 * 1024;

const CHUNK_ROWS = 500;

/** How often the shop is asked how far it is, in ms. */
const ASK_MS = 200;

const PHASES: Readonly<Record<NonNullable<Job['phase']>, string>> = {
  reading: 'Checking',
  pictures: 'Storing pictures',
  comparing: 'Comparing',
  importing: 'Importing',
};

/** From how many bad rows on a summary of their reasons follows. */
const SUMMARY_FROM = 20;

const MAX_KINDS = 10;
const LINES_PER_KIND = 5;

/** In characters: a file that is no catalogue at all can have columns of any length. */
const MAX_REASON_LENGTH = 300;

const VARIABLE_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^id \S+ is already on line \d+$/, 'id is already on an earlier line'],
  [/^(.+) \(it is (?:empty|“.*”)\)$/s, '$1'],
  [/^picture .+?(:| is | has | cannot )/, 'picture …$1'],
  [/^the shop has no picture .+$/, 'the shop has no such picture'],
  [/^the row has \d+ values/, 'the row has too many or too few values'],
  [/^the shop has no product \S+,/, 'the shop has no such product,'],
  [/^it is called as the product on line \d+/, 'it is called as the product on an earlier line'],
];

type ImportJob = Json<Job>;

const NOTHING: ImportSummary = { added: 0, changed: 0, unchanged: 0, removed: 0 };

export async function importProducts(call: Call): Promise<void> {
  const { options, terminal } = call;
  const [name = ''] = call.args;
  const [dryRun, replace] = [options.dryRun === true, options.replace === true];
  const file = path.resolve(terminal.directory, name);
  const { body, contentType, unit, rows, pictures } = await openFile(call, file, name);
  if (rows === 0 && replace) {
    throw new Failure(`${name} has no products: with --replace every product of the shop would be removed`);
  }
  let summary = NOTHING;
  let dangers: Dangers = {};
  if (rows !== 0) {
    const query = new URLSearchParams({ name: path.basename(name), replace: String(replace), unit });
    const request = { method: 'POST', body, contentType } as const;
    const checked = await ended(call, await call.shop().call<Job>(`/import?${query.toString()}`, request));
    if (checked.state !== 'checked') throw await refusalOf(call, checked);
    // What arrived shorter than it was sent is not the catalogue.
    if (rows !== null && checked.total !== rows) throw new Failure('nothing was imported: not all rows have arrived');
    dangers = checked.changes?.dangers ?? {};
    summary = (dryRun ? checked : await imported(call, checked.id)).summary ?? NOTHING;
  }
  const shown = shownDangers(dangers).length > 0 && { dangers };
  print(call, { dryRun, ...summary, pictures, ...shown }, () => dangersText(dangers) + summaryText(summary, dryRun));
}

/** `rows` is null for a ZIP, whose rows only the shop reads. */
async function openFile(call: Call, file: string, name: string) {
  const bytes = await readUnlessZip(file, name);
  // First report a shop that does not answer or does not accept the token.
  await call.shop().run('shop.show', {});
  if (bytes === null) {
    const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    return { body, contentType: 'application/octet-stream', unit: 'line', rows: null, pictures: 0 };
  }
  const { unit, rows } = readRows(call, name, bytes);
  const names = new Set(rows.flatMap((row) => pictureOf(row) ?? []));
  const pictures = await sendPictures(call, [...names], path.dirname(file));
  const body = Readable.toWeb(Readable.from(linesOf(call, rows, pictures))) as ReadableStream<Uint8Array>;
  return { body, contentType: 'application/x-ndjson', unit, rows: rows.length, pictures: pictures.sent };
}

function readRows(call: Call, name: string, bytes: Uint8Array) {
  const { unit, rows } = openCatalogueFile(name, bytes);
  try {
    return { unit, rows: [...rows].flatMap(({ row }) => row ?? []) };
  } catch (error) {
    if (!(error instanceof NoCatalogue)) throw error;
    const advice = error.fault.header ? ['the console can match other columns: Products, Import'] : [];
    throw refuse(call, [error.fault], [error.message, ...advice].join('; '));
  }
}

async function readUnlessZip(file: string, name: string): Promise<Uint8Array | null> {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    if (isZip((await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer)) return null;
    if (size > MAX_BYTES) throw new Failure(`${name} has more than ${MAX_BYTES / 1024 / 1024} MB`);
    return await handle.readFile();
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (codeOf(error) === 'EISDIR') throw new Failure(`${name} is a folder, not a catalogue file`);
    throw fileFailure(name, error);
  }
}

async function imported(call: Call, id: string): Promise<ImportJob> {
  try {
    const done = await ended(call, await call.shop().run('import.start', { id }));
    if (done.state === 'done') return done;
    throw new Refusal(done.error ?? 'nothing was imported', 409);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Failure(`${reasonOf(error)}; look with products export whether the import was done`);
  }
}

async function ended(call: Call, given: ImportJob): Promise<ImportJob> {
  let job = given;
  while (job.state === 'checking' || job.state === 'importing') {
    if (job.phase) call.progress.show(PHASES[job.phase], job.done, job.total);
    await delay(ASK_MS);
    job = await call.shop().run('import.show', { id: job.id });
  }
  if (job.state === 'done') call.progress.show(PHASES.importing, job.total, job.total);
  return job;
}

async function refusalOf(call: Call, { id, state, unit, error }: ImportJob): Promise<Failure> {
  const faults = state === 'refused' ? await Array.fromAsync(call.shop().lines<RowFault>(`/import/${id}/faults`)) : [];
  if (!call.json && faults.length > 0) {
    call.progress.clear();
    call.terminal.stderr.write(formatFaults(faults, unit));
  }
  return refuse(call, faults, error?.replace(/\.$/, '') ?? '');
}

function refuse({ json, progress, terminal }: Call, faults: readonly RowFault[], reason: string): Failure {
  progress.clear();
  if (json) terminal.stdout.write(`${JSON.stringify({ faults }, null, 2)}\n`);
  return new Failure(`nothing was imported: ${reason}`);
}

function dangersText(dangers: Dangers): string {
  const texts = shownDangers(dangers).map(({ heading, advice, lines }) =>
    [`${heading}. ${advice}`, ...lines].join('\n  '),
  );
  return texts.map((text) => `${text.split('\n').map(withoutControls).join('\n')}\n`).join('');
}

function summaryText({ added, changed, unchanged, removed }: ImportSummary, dryRun: boolean): string {
  const counts = Object.entries({ added, changed, unchanged, removed })
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ');
  const products = countOf(added + changed + unchanged, 'product');
  return dryRun ? `Would import ${products}: ${counts}. Nothing was changed.\n` : `Imported ${products}: ${counts}.\n`;
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

/** Bad rows: one line each, and a summary of the reasons when there are many. */
export function formatFaults(faults: readonly RowFault[], unit: string): string {
  const lines = faults.map(({ line, product, reasons }) => {
    const name = product ? ` · ${shortened(product)}` : '';
    return `${unit} ${line}: ${reasons.map(shortened).join('; ')}${name}\n`;
  });
  return lines.join('') + (faults.length < SUMMARY_FROM ? '' : `\n${summaryOf(faults, unit)}`);
}

function summaryOf(faults: readonly RowFault[], unit: string): string {
  const found = faults.flatMap(({ line, reasons }) =>
    [...new Set(reasons.map(kindOf))].map((kind) => ({ kind, line })),
  );
  const kinds = [...Map.groupBy(found, ({ kind }) => kind)].toSorted(([, a], [, b]) => b.length - a.length);
  const kindLines = kinds.slice(0, MAX_KINDS).map(([kind, rows]) => {
    const lines = rows.slice(0, LINES_PER_KIND).map(({ line }) => line);
    const more = rows.length > LINES_PER_KIND ? ', …' : '';
    return `  ${countOf(rows.length, 'row')}: ${kind} (${unit} ${lines.join(', ')}${more})\n`;
  });
  const left = kinds.length - kindLines.length;
  return `In short:\n${kindLines.join('')}${left > 0 ? `  and ${countOf(left, 'other reason')}\n` : ''}`;
}

function kindOf(reason: string): string {
  const found = VARIABLE_REASONS.find(([pattern]) => pattern.test(reason));
  return shortened(found ? reason.replace(...found) : reason);
}

function shortened(reason: string): string {
  const text = withoutControls(reason);
  return text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)}…` : text;
}
