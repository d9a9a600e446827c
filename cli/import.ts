/** `products import`: a catalogue file becomes the shop's catalogue, all of it or nothing. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { imageKind } from '../domain/catalogue-file.ts';
import type { RowFault } from '../domain/catalogue-file.ts';
import type { ImportSummary } from '../server/catalogue/write.ts';
import { readCatalogueFile } from './catalogue-file.ts';
import type { CatalogueFile } from './catalogue-file.ts';
import { argumentOf, isOn, print } from './command.ts';
import type { Call } from './command.ts';
import { Failure, codeOf, reasonOf } from './failure.ts';
import { callImport, checkShop } from './import-call.ts';
import type { Imported } from './import-call.ts';
import { pictureFiles, sendPictures } from './pictures.ts';
import { formatFaults } from './row-faults.ts';
import { countOf, groupDigits } from './wording.ts';

/** The largest catalogue file, in bytes: a million products with room to spare. */
const MOST_BYTES = 256 * 1024 * 1024;

export async function importProducts(call: Call): Promise<void> {
  const dryRun = isOn(call, 'dry-run');
  const replace = isOn(call, 'replace');
  const name = argumentOf(call);
  const file = path.resolve(call.terminal.directory, name);
  const bytes = await readBytes(file, name);
  const shop = call.shop();
  // Before the first call: a large file takes longer than the shop keeps a silent connection, and the next call would meet its end.
  const read = readCatalogueFile(name, bytes);
  // A shop that is not there or not ours is told before anything else.
  await checkShop(shop);
  if (!read.readable) throw refuse(call, read, read.faults);
  if (read.size === 0 && replace) {
    throw new Failure(`${name} has no products: with --replace every product of the shop would be removed`);
  }
  const pictures = await sendPictures(pictureFiles(read.rows), {
    folder: path.dirname(file),
    shop,
    // Nothing will come of an import with bad rows, so nothing is sent for it.
    dryRun: dryRun || read.faults.length > 0,
    progress: call.progress,
  });
  const rows = read.rows.map((row) =>
    Object.assign({}, row, { image: pictures.addresses.get(row.image) ?? row.image }),
  );
  const bad = [...read.faults, ...pictureFaults(read, pictures.faults)];
  const imported = await callImport({
    shop,
    // Where rows are bad already, the shop is asked about those alone that only it can judge.
    rows: bad.length === 0 ? rows : rows.filter(({ image }) => imageKind(image) === 'own'),
    replace: replace && bad.length === 0,
    dryRun: dryRun || bad.length > 0,
    progress: call.progress,
  });
  bad.push(...shopFaults(imported, read));
  if (bad.length > 0 || !imported.ok) throw refuse(call, read, bad);
  const { summary } = imported;
  print(call, { dryRun, ...summary, pictures: dryRun ? 0 : pictures.sent }, () => told(summary, dryRun));
}

function told({ added, changed, unchanged, removed }: ImportSummary, dryRun: boolean): string {
  const counts = `${groupDigits(added)} added, ${groupDigits(changed)} changed, ${groupDigits(unchanged)} unchanged, ${groupDigits(removed)} removed`;
  const products = countOf(added + changed + unchanged, 'product');
  return dryRun ? `Would import ${products}: ${counts}. Nothing was changed.\n` : `Imported ${products}: ${counts}.\n`;
}

async function readBytes(file: string, name: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new Failure(`${name} has more than ${MOST_BYTES / 1024 / 1024} MB`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (codeOf(error) === 'ENOENT') throw new Failure(`there is no file ${name}`);
    if (codeOf(error) === 'EISDIR') throw new Failure(`${name} is a folder, not a catalogue file`);
    throw new Failure(`${name} cannot be read: ${reasonOf(error)}`);
  }
}

/** The rows whose pictures cannot be had. */
function pictureFaults({ rows, lines }: CatalogueFile, faults: ReadonlyMap<string, string>): RowFault[] {
  return rows.flatMap(({ id, image }) => {
    const reason = faults.get(image);
    return reason === undefined ? [] : { line: lines.get(id) ?? 0, reasons: [reason] };
  });
}

/** The rows that the shop refused. */
function shopFaults(imported: Imported, { lines }: CatalogueFile): RowFault[] {
  if (imported.ok) return [];
  return imported.faults.map(({ id, reasons }) => ({ line: lines.get(id) ?? 0, reasons }));
}

/** Lists the bad rows and makes the line that ends the command. */
function refuse(call: Call, { readable, unit, size }: CatalogueFile, bad: readonly RowFault[]): Failure {
  const faults = bad.toSorted((a, b) => a.line - b.line);
  call.progress.clear();
  if (call.json) call.terminal.stdout.write(`${JSON.stringify({ faults }, null, 2)}\n`);
  if (!readable) return new Failure(`nothing was imported: ${faults.flatMap(({ reasons }) => reasons).join('; ')}`);
  if (!call.json) call.terminal.stderr.write(formatFaults(faults, unit));
  const rows = `${groupDigits(faults.length)} of ${countOf(size, 'row')}`;
  return new Failure(`nothing was imported: ${rows} ${faults.length === 1 ? 'is' : 'are'} bad`);
}
