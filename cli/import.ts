/** `products import`: imports a catalogue file, all of it or nothing. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { imageKind } from '../domain/catalogue-file.ts';
import type { RowFault } from '../domain/catalogue-file.ts';
import { readCatalogueFile } from '../server/catalogue/catalogue-file.ts';
import type { CatalogueFile } from '../server/catalogue/catalogue-file.ts';
import type { ImportSummary } from '../server/catalogue/write.ts';
import { argumentOf, isOn, print } from './command.ts';
import type { Call } from './command.ts';
import { Failure, codeOf, reasonOf } from './failure.ts';
import { callImport, checkShop } from './import-call.ts';
import type { ImportResult } from './import-call.ts';
import { pictureFiles, sendPictures } from './pictures.ts';
import { formatFaults } from './row-faults.ts';
import { countOf, groupDigits } from './wording.ts';

/** The maximum size of a catalogue file, in bytes: enough for more than a million products. */
const MAX_BYTES = 256 * 1024 * 1024;

export async function importProducts(call: Call): Promise<void> {
  const dryRun = isOn(call, 'dry-run');
  const replace = isOn(call, 'replace');
  const name = argumentOf(call);
  const file = path.resolve(call.terminal.directory, name);
  const bytes = await readBytes(file, name);
  const shop = call.shop();
  // Read the file before the first call: a large file takes longer than the shop keeps an idle connection open, and the
  // next call would fail on the closed connection.
  const read = await readCatalogueFile(name, bytes);
  // First report a shop that does not answer or does not accept the token.
  await checkShop(shop);
  if (!read.readable) throw refuse(call, read, read.faults);
  if (read.size === 0 && replace) {
    throw new Failure(`${name} has no products: with --replace every product of the shop would be removed`);
  }
  const pictures = await sendPictures(pictureFiles(read.rows), {
    folder: path.dirname(file),
    shop,
    // An import with bad rows will be refused, so no picture is sent for it.
    dryRun: dryRun || read.faults.length > 0,
    progress: call.progress,
  });
  const rows = read.rows.map((row) =>
    Object.assign({}, row, { image: pictures.addresses.get(row.image) ?? row.image }),
  );
  const bad = [...read.faults, ...pictureFaults(read, pictures.faults)];
  const result = await callImport({
    shop,
    // With bad rows already found, the shop only checks the rows that it alone can check: those with its own pictures.
    rows: bad.length === 0 ? rows : rows.filter(({ image }) => imageKind(image) === 'own'),
    replace: replace && bad.length === 0,
    dryRun: dryRun || bad.length > 0,
    progress: call.progress,
  });
  bad.push(...shopFaults(result, read));
  if (bad.length > 0 || !result.ok) throw refuse(call, read, bad);
  const { summary } = result;
  print(call, { dryRun, ...summary, pictures: dryRun ? 0 : pictures.sent }, () => summaryText(summary, dryRun));
}

function summaryText({ added, changed, unchanged, removed }: ImportSummary, dryRun: boolean): string {
  const counts = `${groupDigits(added)} added, ${groupDigits(changed)} changed, ${groupDigits(unchanged)} unchanged, ${groupDigits(removed)} removed`;
  const products = countOf(added + changed + unchanged, 'product');
  return dryRun ? `Would import ${products}: ${counts}. Nothing was changed.\n` : `Imported ${products}: ${counts}.\n`;
}

async function readBytes(file: string, name: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new Failure(`${name} has more than ${MAX_BYTES / 1024 / 1024} MB`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (codeOf(error) === 'ENOENT') throw new Failure(`there is no file ${name}`);
    if (codeOf(error) === 'EISDIR') throw new Failure(`${name} is a folder, not a catalogue file`);
    throw new Failure(`${name} cannot be read: ${reasonOf(error)}`);
  }
}

function pictureFaults({ rows, lines }: CatalogueFile, faults: ReadonlyMap<string, string>): RowFault[] {
  return rows.flatMap(({ id, image }) => {
    const reason = faults.get(image);
    return reason === undefined ? [] : { line: lines.get(id) ?? 0, reasons: [reason] };
  });
}

function shopFaults(result: ImportResult, { lines }: CatalogueFile): RowFault[] {
  if (result.ok) return [];
  return result.faults.map(({ id, reasons }) => ({ line: lines.get(id) ?? 0, reasons }));
}

function refuse(call: Call, { readable, unit, size }: CatalogueFile, bad: readonly RowFault[]): Failure {
  const faults = bad.toSorted((a, b) => a.line - b.line);
  call.progress.clear();
  if (call.json) call.terminal.stdout.write(`${JSON.stringify({ faults }, null, 2)}\n`);
  if (!readable) return new Failure(`nothing was imported: ${faults.flatMap(({ reasons }) => reasons).join('; ')}`);
  if (!call.json) call.terminal.stderr.write(formatFaults(faults, unit));
  const rows = `${groupDigits(faults.length)} of ${countOf(size, 'row')}`;
  return new Failure(`nothing was imported: ${rows} ${faults.length === 1 ? 'is' : 'are'} bad`);
}
