/** Copying everything that the shop keeps into one file, and putting it back. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { linesOf } from '../base/bytes.ts';
import { codeOf, reasonOf } from '../base/error-code.ts';
import { decrypted } from '../server/backup/encryption.ts';
import { readBackup } from '../server/backup/format.ts';
import type { Restored as FromBackup } from '../server/backup/restore.ts';
import { type Json, THIS_MACHINE } from './client.ts';
import { type Call, type ShopCommand, print, Failure } from './command.ts';
import { countOf, formatTime } from './output.ts';

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
  const handle = await open(draft, 'wx', 0o600).catch(unwritable(file));
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
      const { pictureFiles, bytes } = received;
      const contents = `${contentsOf(received)}, ${countOf(pictureFiles, 'picture file')}`;
      return `Backed up ${shop.url} to ${file}: ${contents}, ${Math.ceil(bytes / 1000).toLocaleString('en')} kB. It has the shop's secrets: keep it safe.\n`;
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
      await handle.writeFile(chunk).catch(unwritable(file));
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  let rows = 0;
  try {
    const { manifest, totals } = await readBackup(written(), (part, { tables }) => {
      if (part.kind !== 'rows') return;
      const expected = tables.reduce((sum, table) => sum + table.rows, 0);
      progress.show('Copying rows', Math.min((rows += part.rows), expected), expected);
    });
    await handle.sync();
    const { orders = 0, users: accounts = 0, products = 0 } = totals.rows;
    return { bytes, takenAt: manifest.takenAt, orders, accounts, products, pictureFiles: totals.files };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`nothing was kept: ${reasonOf(error)}`);
  }
}

function contentsOf({ orders, accounts, products }: Record<'orders' | 'accounts' | 'products', number>): string {
  return [countOf(orders, 'order'), countOf(accounts, 'account'), countOf(products, 'product')].join(', ');
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Failure(`${file} exists already: a backup never overwrites a file`);
}

function unwritable(file: string): (error: unknown) => never {
  return (error) => {
    if (codeOf(error) === 'ENOENT') throw new Failure(`there is no folder ${path.dirname(file)}`);
    throw new Failure(`${file} cannot be written: ${reasonOf(error)}`);
  };
}

export const RESTORE_COMMAND: ShopCommand = {
  name: 'restore <FILE>',
  summary: 'put a backup back into an empty place, into either kind of database',
  details: `Where no shop is running, the place is what DATA_DIR, DATABASE_URL and STORAGE_URL name; the next npm start is the old shop.
A running shop (SHOP_URL, or the one that has DATA_DIR open) takes the backup over at once.
The place must be empty but for the demo catalogue. When anything fails, it stays as it was.`,
  examples: {
    'restore sodai.backup': 'be that shop again',
    'restore /backups/sodai-2026-11-21.backup --json': 'what was restored, as JSON',
  },
  async run(call) {
    const [name = ''] = call.args;
    const file = path.resolve(call.terminal.directory, name);
    await check(call, file);
    const done = ((await isHere(call)) ? await restoreHere(call, file) : null) ?? (await restoreThere(call, file));
    print(call, done, () => {
      const note = done.otherSecret
        ? 'AUTH_SECRET is not that of the backup: customers have to log in again, and recovery codes of second factors are void.\n'
        : '';
      return `Restored the backup of ${formatTime(done.takenAt)} into ${done.into}: ${contentsOf(done)}.\n${note}`;
    });
  },
};

type Restored = Json<Omit<FromBackup, 'stated'>>;

/** What the shop, or the program, says while it restores. `running`: a shop has the data directory. */
type Line =
  | { done: number; total: number }
  | { restored: Json<FromBackup> }
  | { problem: { detail: string } }
  | { running: true };

const PROGRAM = path.join(import.meta.dirname, '../server/backup/restore.ts');

/** @throws {Failure} when the file is not a whole backup. */
async function check({ progress, terminal }: Call, file: string): Promise<void> {
  try {
    const { size } = statSync(file);
    let read = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of createReadStream(file)) {
        progress.show('Checking the file', (read += chunk.length), size);
        yield chunk;
      }
    };
    await readBackup(decrypted(counted(), terminal.environment.BACKUP_KEY?.trim()));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Failure(`there is no file ${file}`);
    throw new Failure(`${file} cannot be restored: ${reasonOf(error)}`);
  }
}

async function isHere({ terminal }: Call): Promise<boolean> {
  const url = terminal.environment.SHOP_URL?.trim();
  if (!url) return true;
  const hostname = URL.parse(url)?.hostname ?? '';
  if (!THIS_MACHINE.has(hostname.replace(/^\[|\]$/g, ''))) return false;
  return (await fetch(new URL('/healthz', url)).catch(() => null)) === null;
}

/** Null when a shop is running here. */
async function restoreHere(call: Call, file: string): Promise<(Restored & { into: string }) | null> {
  const { environment } = call.terminal;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, file], {
    env: environment,
    stdio: 'pipe',
  });
  const errors = readText(child.stderr);
  const lines = Readable.from(linesOf(child.stdout.setEncoding('utf8'))).map((text): Line => JSON.parse(text));
  const done = await follow(call, lines);
  if (done === undefined) throw new Failure(`nothing was restored: the program ended early. ${(await errors).trim()}`);
  return done && { ...done, into: placeOf(environment) };
}

function placeOf({ DATABASE_URL, DATA_DIR }: Call['terminal']['environment']): string {
  const database = DATABASE_URL?.trim() ? URL.parse(DATABASE_URL) : null;
  return database ? `the database ${database.host}${database.pathname}` : path.resolve(DATA_DIR?.trim() || './data');
}

async function restoreThere(call: Call, file: string): Promise<Restored & { into: string }> {
  const shop = call.shop();
  const { refusal } = await shop.call<{ refusal: string | null }>('/restore');
  if (refusal !== null) throw new Failure(`nothing was restored: ${refusal}`);
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const request = { method: 'POST', body, contentType: 'application/gzip' } as const;
  const done = await follow(call, shop.lines<Line>('/restore', request));
  if (done) return { ...done, into: shop.url };
  throw new Failure(`the connection to ${shop.url} broke off: look there whether the backup was restored`);
}

/** What was restored; null when a shop is running here, undefined when the lines broke off. */
async function follow({ progress }: Call, lines: AsyncIterable<Line>) {
  for await (const line of lines) {
    if ('restored' in line) {
      const { stated: _, ...restored } = line.restored;
      return restored;
    }
    if ('problem' in line) throw new Failure(`nothing was restored: ${line.problem.detail}`);
    if ('running' in line) return null;
    progress.show('Restoring', line.done, line.total);
  }
  return undefined;
}
