/** The embedded PostgreSQL: PGlite in the data directory, with durable commits, opened by one process at a time. */
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

/** `bigint` as a number: all values of the shop are below 2^53. */
const INT8 = 20;
export const PARSERS = { [INT8]: Number };

/**
 * PGlite's default parameters without `-F`, which turns syncing off. PGlite's libc does nothing in fdatasync, hence the
 * sync method.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  // PGlite has one connection: a small cache is enough, because the operating system caches files too.
  '-c',
  'shared_buffers=32MB',
];

/** Only the owner may open the folder, as PostgreSQL requires. PGlite makes every file in it writable for all. */
const PRIVATE_MODE = 0o700;

/** The number of EIO in the WebAssembly system interface. */
const EIO = 29;

/** PGlite's folder on disk, with a real `fsync`: Emscripten's NODEFS does not implement it. */
export class SyncedNodeFS extends NodeFS {
  /** How often PostgreSQL has synced a file or a folder. */
  syncs = 0;

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          // The module's type lacks its file systems.
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
 * Opens the database in `directory`; creates it when it does not exist. The caller holds the data directory's lock. A
 * new database is created beside its final place and then moved, so that a kill never leaves an incomplete one.
 * `image`, the tar of a data directory, is used when given, because PostgreSQL's initdb takes seconds.
 */
export async function openPGlite(directory: string, image?: Blob): Promise<OpenedPGlite> {
  if (!existsSync(directory)) {
    const draft = `${directory}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: PRIVATE_MODE });
    const { pglite } = await start(draft, image);
    await pglite.close();
    syncTree(draft);
    renameSync(draft, directory);
    syncPath(path.dirname(directory));
  }
  makePrivate(directory);
  return start(directory);
}

/** Needed for a folder that was copied here, or created by an older version. */
function makePrivate(directory: string): void {
  try {
    chmodSync(directory, PRIVATE_MODE);
  } catch {
    // Another user's folder to which we can write: leave its mode unchanged.
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
 * Whether a commit reaches the disk: PostgreSQL is configured to sync, and a test commit does sync. If false, a power
 * cut can lose acknowledged orders.
 */
export async function syncsCommits({ pglite, files }: OpenedPGlite): Promise<boolean> {
  const before = files.syncs;
  // A transaction id makes an otherwise empty transaction write a commit record; the message forces a flush.
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
