import { spawn } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { linesOf } from '../base/lines.ts';
import { decrypted } from '../server/backup/encryption.ts';
import { checkBackup } from '../server/backup/format.ts';
import { codeOf } from '../base/error-code.ts';
import { type Call, type ShopCommand, print } from './command.ts';
import { Failure, reasonOf } from './failure.ts';
import { THIS_MACHINE } from './settings.ts';
import { countOf, formatTime } from './wording.ts';

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
  run: restore,
};

const restored = z.object({
  takenAt: z.iso.datetime(),
  orders: z.number(),
  accounts: z.number(),
  products: z.number(),
  pictureFiles: z.number(),
  otherSecret: z.boolean(),
});
type Restored = z.infer<typeof restored>;

const refusalAnswer = z.object({ refusal: z.string().nullable() });
const progressLine = z.union([
  z.object({ done: z.number(), total: z.number() }),
  z.object({ restored }),
  z.object({ problem: z.object({ detail: z.string() }) }),
  z.object({ running: z.literal(true) }),
]);

const PROGRAM = path.join(import.meta.dirname, '../server/backup/restore-here.ts');

async function restore(call: Call): Promise<void> {
  const [name = ''] = call.args;
  const file = path.resolve(call.terminal.directory, name);
  await check(call, file);
  const done = ((await isHere(call)) ? await restoreHere(call, file) : null) ?? (await restoreThere(call, file));
  print(call, done, () => {
    const { takenAt, orders, accounts, products, otherSecret } = done;
    const contents = [countOf(orders, 'order'), countOf(accounts, 'account'), countOf(products, 'product')];
    const note = otherSecret
      ? 'AUTH_SECRET is not that of the backup: customers have to log in again, and recovery codes of second factors are void.\n'
      : '';
    return `Restored the backup of ${formatTime(takenAt)} into ${done.into}: ${contents.join(', ')}.\n${note}`;
  });
}

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
    await checkBackup(decrypted(counted(), terminal.environment.BACKUP_KEY?.trim()));
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
  return fetch(new URL('/healthz', url)).then(
    () => false,
    () => true,
  );
}

/** Null when a shop is running here. */
async function restoreHere(call: Call, file: string): Promise<(Restored & { into: string }) | null> {
  const { environment } = call.terminal;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, file], {
    env: environment,
    stdio: 'pipe',
  });
  const errors = readText(child.stderr);
  const lines = Readable.from(linesOf(child.stdout.setEncoding('utf8'))).map((text) =>
    progressLine.parse(JSON.parse(text)),
  );
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
  const { refusal } = await shop.call('/restore', refusalAnswer);
  if (refusal !== null) throw new Failure(`nothing was restored: ${refusal}`);
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const request = { method: 'POST', body, contentType: 'application/gzip' } as const;
  const done = await follow(call, shop.lines('/restore', progressLine, request));
  if (done) return { ...done, into: shop.url };
  throw new Failure(`the connection to ${shop.url} broke off: look there whether the backup was restored`);
}

/** What was restored; null when a shop is running here, undefined when the lines broke off. */
async function follow({ progress }: Call, lines: AsyncIterable<z.infer<typeof progressLine>>) {
  for await (const line of lines) {
    if ('restored' in line) return line.restored;
    if ('problem' in line) throw new Failure(`nothing was restored: ${line.problem.detail}`);
    if ('running' in line) return null;
    progress.show('Restoring', line.done, line.total);
  }
  return undefined;
}
