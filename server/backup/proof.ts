import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { StoredBackup } from './stores.ts';

const PROGRAM = path.join(import.meta.dirname, 'prove-here.ts');

/** What a scratch shop takes on the disk: an empty server, and rows and indexes of a compressed backup. In bytes. */
const scratchBytes = (backup: number): number => 300_000_000 + 10 * backup;

const counts = z.object({ orders: z.number(), poisha: z.number(), pictures: z.number() });
const answer = z.union([z.object({ counted: counts, stated: counts }), z.object({ problem: z.string() })]);

/** Restores a stored backup into a scratch shop below the data directory. Returns why it is not good; null when it is. */
export async function prove({ name, bytes }: StoredBackup, dataDir: string, late: AbortSignal): Promise<string | null> {
  // What a kill left.
  for (const old of readdirSync(dataDir).filter((entry) => entry.startsWith('proof-'))) await remove(dataDir, old);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < scratchBytes(bytes))
    return `there is no space for a trial: ${mega(scratchBytes(bytes))} MB in DATA_DIR`;
  const scratch = await mkdtemp(path.join(dataDir, 'proof-'));
  try {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, scratch, name], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stop = (): void => void child.stdin.destroy();
    late.addEventListener('abort', stop, { once: true });
    const [output, errors] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
    late.removeEventListener('abort', stop);
    const [line] = output.trim().split('\n').slice(-1);
    if (!line) return `the trial ended early. ${errors.trim().slice(-500)}`.trim();
    const said = answer.parse(JSON.parse(line));
    if ('problem' in said) return said.problem;
    const { counted, stated } = said;
    if (isDeepStrictEqual(counted, stated)) return null;
    return `a trial restored ${inWords(counted)}, not ${inWords(stated)}`;
  } finally {
    await remove(dataDir, path.basename(scratch));
  }
}

/** A server that ends may still write. */
const remove = (dataDir: string, folder: string): Promise<void> =>
  rm(path.join(dataDir, folder), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

const mega = (bytes: number): string => Math.ceil(bytes / 1e6).toLocaleString('en');

function inWords({ orders, poisha, pictures }: z.infer<typeof counts>): string {
  return `${orders} orders of Tk ${(poisha / 100).toLocaleString('en')} and ${pictures} picture files`;
}
