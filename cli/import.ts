/** `products import`: has the shop check a catalogue file and then import it, all of it or nothing, as the console does. */
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { RowFault } from '../domain/catalogue/catalogue-file.ts';
import { openCatalogueFile } from '../server/catalogue/catalogue-file.ts';
import type { ImportJob as Job } from '../server/catalogue/import-job.ts';
import { isZip } from '../server/catalogue/upload.ts';
import type { ImportSummary } from '../server/catalogue/write.ts';
import { codeOf } from '../base/error-code.ts';
import { type Json, Refusal, objectOf } from './client.ts';
import { type Call, print } from './command.ts';
import { Failure, reasonOf } from './failure.ts';
import { rowsWithPictures } from './import-rows.ts';
import { formatFaults } from './row-faults.ts';
import { countOf, groupDigits } from './wording.ts';

/** The maximum size of a CSV or JSON file, in bytes: enough for more than a million products. */
const MAX_BYTES = 256 * 1024 * 1024;

/** How often the shop is asked how far it is, in ms. */
const ASK_MS = 200;

const PHASES: Readonly<Record<NonNullable<Job['phase']>, string>> = {
  reading: 'Checking',
  pictures: 'Storing pictures',
  comparing: 'Comparing',
  importing: 'Importing',
};

type ImportJob = Json<Job>;

const jobAnswer = objectOf<Job>();
const shopAnswer = z.object({ name: z.string(), products: z.number() });
const rowFault: z.ZodType<RowFault> = z.object({
  line: z.number(),
  product: z.string().optional(),
  reasons: z.array(z.string()),
});

const NOTHING: ImportSummary = { added: 0, changed: 0, unchanged: 0, removed: 0 };

export async function importProducts(call: Call): Promise<void> {
  const { options, terminal } = call;
  const [name = ''] = call.args;
  const [dryRun, replace] = [options.dryRun === true, options.replace === true];
  const { body, contentType, unit, rows, pictures } = await openFile(
    call,
    path.resolve(terminal.directory, name),
    name,
  );
  if (rows === 0 && replace) {
    throw new Failure(`${name} has no products: with --replace every product of the shop would be removed`);
  }
  let summary: ImportSummary | null = NOTHING;
  if (rows !== 0) {
    const query = new URLSearchParams({ name: path.basename(name), replace: String(replace), unit });
    const request = { method: 'POST', body, contentType } as const;
    const checked = await ended(call, await call.shop().call(`/import?${query.toString()}`, jobAnswer, request));
    if (checked.state !== 'checked') throw await refusalOf(call, checked);
    // What arrived shorter than it was sent is not the catalogue.
    if (rows !== null && checked.total !== rows) throw new Failure('nothing was imported: not all rows have arrived');
    summary = dryRun ? checked.summary : (await imported(call, checked.id)).summary;
  }
  const result = summary ?? NOTHING;
  print(call, { dryRun, ...result, pictures }, () => summaryText(result, dryRun));
}

/** `rows` is null for a ZIP, whose rows only the shop reads. */
async function openFile(call: Call, file: string, name: string) {
  const bytes = await readUnlessZip(file, name);
  // First report a shop that does not answer or does not accept the token.
  await call.shop().call('', shopAnswer);
  if (bytes === null) {
    const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    return { body, contentType: 'application/octet-stream', unit: 'line', rows: null, pictures: 0 };
  }
  const { unit, readRows } = openCatalogueFile(name, bytes);
  const read = await rowsWithPictures(call, readRows, path.dirname(file));
  if ('fault' in read) throw refuse(call, [read.fault], read.fault.reasons.join('; '));
  return { ...read, contentType: 'application/x-ndjson', unit };
}

async function readUnlessZip(file: string, name: string): Promise<Uint8Array | null> {
  try {
    const start = Buffer.alloc(4);
    const handle = await open(file);
    const { size } = await handle.stat();
    await handle.read(start, 0, start.length, 0).finally(() => handle.close());
    if (isZip(start)) return null;
    if (size > MAX_BYTES) throw new Failure(`${name} has more than ${MAX_BYTES / 1024 / 1024} MB`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (codeOf(error) === 'ENOENT') throw new Failure(`there is no file ${name}`);
    if (codeOf(error) === 'EISDIR') throw new Failure(`${name} is a folder, not a catalogue file`);
    throw new Failure(`${name} cannot be read: ${reasonOf(error)}`);
  }
}

async function imported(call: Call, id: string): Promise<ImportJob> {
  try {
    const done = await ended(call, await call.shop().call(`/import/${id}`, jobAnswer, { method: 'POST' }));
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
    job = await call.shop().call(`/import/${job.id}`, jobAnswer);
  }
  if (job.state === 'done') call.progress.show(PHASES.importing, job.total, job.total);
  return job;
}

async function refusalOf(call: Call, { id, state, unit, error }: ImportJob): Promise<Failure> {
  const faults = state === 'refused' ? await Array.fromAsync(call.shop().lines(`/import/${id}/faults`, rowFault)) : [];
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

function summaryText({ added, changed, unchanged, removed }: ImportSummary, dryRun: boolean): string {
  const counts = `${groupDigits(added)} added, ${groupDigits(changed)} changed, ${groupDigits(unchanged)} unchanged, ${groupDigits(removed)} removed`;
  const products = countOf(added + changed + unchanged, 'product');
  return dryRun ? `Would import ${products}: ${counts}. Nothing was changed.\n` : `Imported ${products}: ${counts}.\n`;
}
