/** How the shop's own PostgreSQL server is run as a user: PostgreSQL refuses to run as root. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';

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

/** Gives the folder to its owner, that of the data directory or `nobody` where root may not use a namespace. @throws when nobody can run it. */
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
