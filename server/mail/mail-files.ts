/** The `.eml` files of a shop without a mail server: their names and their deletion. */
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** A shop can have thousands of files, and each step of reading one waits for the other requests of a busy process. */
const PARALLEL_READS = 200;

const FILE_NAME = /^\d{8}T\d{6}Z-\d+\.eml(?:\.draft)?$/;

/** `20261121T123000Z-000007.eml`: the time, then the number. */
export function mailFileName({ writtenAt, id }: { writtenAt: Date; id: number }): string {
  return `${timeOf(writtenAt)}-${String(id).padStart(6, '0')}.eml`;
}

export async function sweepMailFiles(directory: string, now: Date = new Date()): Promise<void> {
  const oldest = timeOf(new Date(now.getTime() - RETENTION_MS));
  for (const name of await mailFiles(directory)) {
    if (name < oldest) await rm(path.join(directory, name), { force: true });
  }
}

export async function deleteMailFilesTo(directory: string, address: string): Promise<void> {
  const deleteFileTo = async (name: string): Promise<void> => {
    const file = path.join(directory, name);
    const mail = await readFile(file, 'utf8').catch(() => '');
    if (recipientOf(mail) === address) await rm(file, { force: true });
  };
  await pMap(await mailFiles(directory), deleteFileTo, { concurrency: PARALLEL_READS });
}

/** The address in the header, which can continue on lines that start with a space. */
function recipientOf(mail: string): string | undefined {
  const [head = ''] = mail.split('\r\n\r\n', 1);
  const [, to = ''] = /^To:[ \t]*(.*)$/im.exec(head.replaceAll(/\r\n[ \t]+/g, '')) ?? [];
  return to
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .toLowerCase();
}

async function mailFiles(directory: string): Promise<string[]> {
  // The folder does not exist before the first mail.
  return (await readdir(directory).catch(() => [])).filter((name) => FILE_NAME.test(name));
}

function timeOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}
