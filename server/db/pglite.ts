/** The embedded PostgreSQL: PGlite in the data directory, made durable, opened by one process at a time. */
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import {
  chmodSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';

/** `bigint` as a number: the shop's stay below 2^53. */
const INT8 = 20;
export const PARSERS = { [INT8]: Number };

/** PGlite's own parameters but for `-F`, which turns syncing off. Its libc stubs fdatasync, hence the method. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  // PGlite has one connection: a small cache of its own is enough beside the operating system's.
  '-c',
  'shared_buffers=32MB',
];

/** The folder is its owner's alone, as PostgreSQL has it: PGlite makes every file in it writable for all. */
const PRIVATE = 0o700;

/** EIO, as the WebAssembly system interface numbers it. */
const EIO = 29;

/** PGlite's folder on disk, with the `fsync` that Emscripten's NODEFS leaves out: PostgreSQL asks, and the disk hears. */
export class SyncedNodeFS extends NodeFS {
  /** How many times PostgreSQL has had a file or a folder synced. */
  syncs = 0;

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          // The module's type does not tell of its file systems.
          (module: { NODEFS?: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }) => {
            if (module.NODEFS) module.NODEFS.stream_ops.fsync = ({ nfd }) => this.sync(nfd);
          },
        ],
      },
    };
  }

  private sync(descriptor: number): number {
    try {
      fdatasyncSync(descriptor);
      this.syncs += 1;
      return 0;
    } catch {
      return EIO;
    }
  }
}

export interface OpenedPGlite {
  pglite: PGlite;
  files: SyncedNodeFS;
}

/**
 * Opens the database in `directory`, made first when it is not there. The caller holds the data directory's lock.
 * A new one is made beside its place and moved there whole, so that no kill leaves half a database. `image`, the tar of
 * a data directory, is what it is made from where there is one; PostgreSQL's initdb takes seconds.
 */
export async function openPGlite(directory: string, image?: Blob): Promise<OpenedPGlite> {
  if (!existsSync(directory)) {
    const draft = `${directory}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: PRIVATE });
    const { pglite } = await start(draft, image);
    await pglite.close();
    syncTree(draft);
    renameSync(draft, directory);
    syncPath(path.dirname(directory));
  }
  makePrivate(directory);
  return start(directory);
}

/** Also for a folder that was copied here, or made before it was private. */
function makePrivate(directory: string): void {
  try {
    chmodSync(directory, PRIVATE);
  } catch {
    // Somebody else's folder that we may write: its owner decides.
  }
}

async function start(directory: string, image?: Blob): Promise<OpenedPGlite> {
  const files = new SyncedNodeFS(directory);
  const pglite = await PGlite.create({
    fs: files,
    startParams: START_PARAMS,
    parsers: PARSERS,
    ...(image && { loadDataDir: image }),
  });
  return { pglite, files };
}

/**
 * Whether a commit reaches the disk: PostgreSQL means to sync, and a commit made here does. False means that a power
 * cut can take acknowledged orders with it.
 */
export async function syncsCommits({ pglite, files }: OpenedPGlite): Promise<boolean> {
  const before = files.syncs;
  // An own transaction id is what makes an otherwise empty transaction leave a commit record; the message forces a flush.
  await pglite.query("select pg_logical_emit_message(true, 'sodai', 'sync check'), pg_current_xact_id()");
  const { rows } = await pglite.query<{ on: boolean }>(
    `select current_setting('fsync') = 'on' and current_setting('synchronous_commit') = 'on'
        and current_setting('full_page_writes') = 'on' as "on"`,
  );
  return files.syncs > before && rows[0]?.on === true;
}

function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else syncPath(child);
  }
  syncPath(directory);
}

function syncPath(target: string): void {
  const descriptor = openSync(target, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
