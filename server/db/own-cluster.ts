/** The cluster of the shop's own PostgreSQL server: the folder with its databases. */
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import type { OwnBinaries } from './own-binaries.ts';
import { type ServerUser, chooseServerUser, spawnAs } from './server-user.ts';

/** The role and the database of the shop. The role is no superuser. */
export const OWN_NAME = 'sodai';
const CREATE_DATABASE = `create role ${OWN_NAME} login;\n\ncreate database ${OWN_NAME} owner ${OWN_NAME};\n\n`;

/** Lower and upper case of all scripts, and the order of bytes, the same on every machine. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Creates it when there is none. @throws a one-line error when it is of another version, or cannot be created. */
export async function prepareCluster(dataDir: string, binaries: OwnBinaries): Promise<string> {
  const cluster = path.join(dataDir, 'postgres');
  if (existsSync(cluster)) refuseOtherVersion(cluster, binaries);
  else await createCluster(cluster, binaries);
  return cluster;
}

function refuseOtherVersion(cluster: string, { major }: OwnBinaries): void {
  const file = path.join(cluster, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : '?';
  if (version === major) return;
  throw new Error(`DATA_DIR: the database in ${cluster} is of PostgreSQL ${version}, not ${major}: ${HOW_TO_MOVE}`);
}

/** @throws a one-line error for a data directory with an embedded database, which versions before 0.2 had. */
export function refuseEmbedded(dataDir: string): void {
  const old = path.join(dataDir, 'database');
  if (!existsSync(path.join(old, 'PG_VERSION')) || existsSync(path.join(dataDir, 'postgres'))) return;
  throw new Error(`DATA_DIR: the database in ${old} is of an older version of the shop: ${HOW_TO_MOVE}`);
}

const HOW_TO_MOVE =
  'take a backup with the version before (npm run shop -- backup FILE), and put it into an empty DATA_DIR with this one (npm run shop -- restore FILE)';

/** Creates it beside its place, so that a kill never leaves an incomplete one. */
async function createCluster(cluster: string, { initdb, postgres }: OwnBinaries): Promise<void> {
  const dataDir = path.dirname(cluster);
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(`${path.basename(cluster)}.new-`)) rmSync(path.join(dataDir, name), { recursive: true });
  }
  // Each under another name, because the programs that create one can outlive this process.
  const draft = mkdtempSync(`${cluster}.new-`);
  try {
    const user = await chooseServerUser(draft, postgres);
    await run(user, [initdb, '-D', draft, '-U', 'postgres', '--auth=trust', ...LOCALE]);
    await run(user, [postgres, '--single', '-j', '-D', draft, 'postgres'], CREATE_DATABASE);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message.replace('DATA_DIR: ', '') : String(error);
    throw new Error(`DATA_DIR: the database in ${cluster} cannot be created: ${reason}`, { cause: error });
  }
  renameSync(draft, cluster);
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** @throws with what the program said. */
async function run(user: ServerUser, command: readonly string[], input = ''): Promise<void> {
  const child = spawnAs(user, command, { stdio: ['pipe', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin?.on('error', () => {}).end(input);
  const [status] = await once(child, 'close');
  // PostgreSQL alone ends well although a statement failed.
  if (status !== 0 || /^(?:ERROR|FATAL|PANIC):/m.test(output)) throw new Error(reasonIn(output));
}

export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /\b(?:error|ERROR|FATAL|PANIC): /.test(line)) ?? lines.at(-1);
  return complaint?.replace(/^.*?\b(?:error|ERROR|FATAL|PANIC): +/, '') ?? 'it ended without a word';
}
