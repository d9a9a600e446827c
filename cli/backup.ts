import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkBackup } from '../server/backup/format.ts';
import { codeOf } from '../base/error-code.ts';
import { type Call, type ShopCommand, print } from './command.ts';
import { Failure, reasonOf } from './failure.ts';
import { countOf, groupDigits } from './wording.ts';

export const BACKUP_COMMAND: ShopCommand = {
  name: 'backup <FILE>',
  summary: 'copy everything the shop keeps (database, pictures, secrets) into one file, while it runs',
  details:
    'The file can be put back into either kind of database, with restore. It has all secrets of the shop: keep it as safe as the shop itself. A file that exists is never overwritten.',
  examples: {
    'backup sodai.backup': 'take a backup of the shop on this machine',
    'backup "sodai-$(date +%F).backup"': 'one for every day',
  },
  run: backup,
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function backup(call: Call): Promise<void> {
  const [name = ''] = call.args;
  const file = path.resolve(call.terminal.directory, name);
  refuseExisting(file);
  const shop = call.shop();
  // Beside the file, so that the file is there at once, and only when it is whole.
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw unwritable(file, error);
  });
  const stop = (): never => {
    rmSync(draft, { force: true });
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const received = await receive(call, handle, shop.file('/backup', 'application/gzip'), file);
    await handle.close();
    refuseExisting(file);
    await rename(draft, file);
    print(call, { file, ...received }, () => {
      const { orders, accounts, products, pictureFiles, bytes } = received;
      const contents = [
        countOf(orders, 'order'),
        countOf(accounts, 'account'),
        countOf(products, 'product'),
        countOf(pictureFiles, 'picture file'),
      ];
      return `Backed up ${shop.url} to ${file}: ${contents.join(', ')}, ${groupDigits(Math.ceil(bytes / 1000))} kB. It has the shop's secrets: keep it safe.\n`;
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
  }
}

async function receive({ progress }: Call, handle: FileHandle, incoming: AsyncIterable<Uint8Array>, file: string) {
  let bytes = 0;
  async function* written(): AsyncGenerator<Uint8Array> {
    for await (const chunk of incoming) {
      await handle.writeFile(chunk).catch((error: unknown) => {
        throw unwritable(file, error);
      });
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  let expected = 0;
  let rows = 0;
  try {
    const { manifest, totals } = await checkBackup(written(), (part) => {
      if (part.kind === 'manifest') expected = part.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      if (part.kind === 'rows') progress.show('Copying rows', Math.min((rows += part.rows), expected), expected);
    });
    await handle.sync();
    const { orders = 0, users: accounts = 0, products = 0 } = totals.rows;
    return { bytes, takenAt: manifest.takenAt, orders, accounts, products, pictureFiles: totals.files };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`nothing was kept: ${reasonOf(error)}`);
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Failure(`${file} exists already: a backup never overwrites a file`);
}

function unwritable(file: string, error: unknown): Failure {
  if (codeOf(error) === 'ENOENT') return new Failure(`there is no folder ${path.dirname(file)}`);
  return new Failure(`${file} cannot be written: ${reasonOf(error)}`);
}
