/** The `.eml` files of a shop without a mail server: their names, and when they go. */
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** For how long they are kept, in ms. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const NAME = /^\d{8}T\d{6}Z-\d+\.eml(?:\.draft)?$/;

/** `20261121T123000Z-000007.eml`: by time, then by number. */
export function mailFileName({ writtenAt, id }: { writtenAt: Date; id: number }): string {
  return `${timeOf(writtenAt)}-${String(id).padStart(6, '0')}.eml`;
}

/** Deletes those that are too old by now. */
export async function sweepMailFiles(directory: string, now: Date = new Date()): Promise<void> {
  const oldest = timeOf(new Date(now.getTime() - KEPT_MS));
  for (const name of await mailFiles(directory)) {
    if (name < oldest) await rm(path.join(directory, name), { force: true });
  }
}

/** Deletes those to one address. */
export async function deleteMailFilesTo(directory: string, address: string): Promise<void> {
  for (const name of await mailFiles(directory)) {
    const file = path.join(directory, name);
    const mail = await readFile(file, 'utf8').catch(() => '');
    if (recipientOf(mail) === address) await rm(file, { force: true });
  }
}

/** The address in the header, which may go on in lines that begin with a space. */
function recipientOf(mail: string): string | undefined {
  const [head = ''] = mail.split('\r\n\r\n', 1);
  const [, to = ''] = /^To:[ \t]*(.*)$/im.exec(head.replaceAll(/\r\n[ \t]+/g, '')) ?? [];
  return to
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .toLowerCase();
}

async function mailFiles(directory: string): Promise<string[]> {
  // No folder before the first mail.
  return (await readdir(directory).catch(() => [])).filter((name) => NAME.test(name));
}

function timeOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}
