import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BackupSettings, Settings } from '../settings.ts';
import type { StoredBackup } from './stored-backup.ts';

const PROGRAM = path.join(import.meta.dirname, 'prove-here.ts');

/** What a scratch shop takes on the disk: an empty server, and rows and indexes of a compressed backup. In bytes. */
const scratchBytes = (backup: number): number => 300_000_000 + 10 * backup;

interface Counts {
  orders: number;
  poisha: number;
  /** Files. */
  pictures: number;
}

export interface ProofRequest {
  /** An empty folder. */
  scratch: string;
  name: string;
  backup: BackupSettings;
  settings: Settings;
}

/** `stated`: what the backup says that it has. */
export type ProofAnswer = { counted: Counts; stated: Counts } | { problem: string };

/** Restores a stored backup into a scratch shop below the data directory. Returns why it is not good; null when it is. */
export async function prove(
  { name, bytes }: Pick<StoredBackup, 'name' | 'bytes'>,
  backup: BackupSettings,
  settings: Settings,
  late: AbortSignal,
): Promise<string | null> {
  const { dataDir } = settings;
  // What a kill left.
  for (const old of readdirSync(dataDir).filter((entry) => entry.startsWith('proof-'))) await remove(dataDir, old);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < scratchBytes(bytes))
    return `there is no space for a trial: ${mega(scratchBytes(bytes))} MB in DATA_DIR`;
  const scratch = await mkdtemp(path.join(dataDir, 'proof-'));
  try {
    const request: ProofRequest = { scratch, name, backup, settings };
    const said = await answerOf(request, late);
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

async function answerOf(request: ProofRequest, late: AbortSignal): Promise<ProofAnswer> {
  const child = fork(PROGRAM, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal: late,
  });
  let answer: ProofAnswer = { problem: 'the trial ended early' };
  // An abort is an error, too.
  child.on('message', (message) => (answer = message as ProofAnswer)).on('error', () => {});
  child.send(request);
  await once(child, 'exit').catch(() => {});
  return answer;
}

function inWords({ orders, poisha, pictures }: Counts): string {
  return `${orders} orders of Tk ${(poisha / 100).toLocaleString('en')} and ${pictures} picture files`;
}
