/** The embedded PostgreSQL: PGlite in the data directory, with durable commits, opened by one process at a time. */
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import {
  chmodSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

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
  // ANALYZE reads 300 rows for each: with the default of 100 it would block our thread for half a second.
  '-c',
  'default_statistics_target=20',
];

/** The program that creates a new database, in a process of its own. */
const CREATE_FILE = path.join(import.meta.dirname, 'create-pglite.ts');

/** Only the owner may open the folder, as PostgreSQL requires. PGlite makes every file in it writable for all. */
const PRIVATE_MODE = 0o700;

/** The number of EIO in the WebAssembly system interface. */
const EIO = 29;

/** Emscripten's operations on an open file, those that the shop replaces. */
interface StreamOperations {
  fsync?: (stream: { nfd: number }) => number;
  write(stream: { path: string }, ...rest: readonly unknown[]): number;
}

/** PGlite's folder on disk, with a real `fsync`: Emscripten's NODEFS does not implement it. */
export class SyncedNodeFS extends NodeFS {
  /** How often PostgreSQL has synced a file or a folder. */
  syncs = 0;
  /**
   * Called when the write-ahead log cannot be written. A server would end and repair itself; PGlite's next statement
   * blocks the process for ever.
   */
  onLogFailure: () => void = () => {};

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          // The module's type lacks its file systems.
          (module: { NODEFS?: { stream_ops: StreamOperations } }) => {
            if (module.NODEFS) this.replace(module.NODEFS.stream_ops);
          },
        ],
      },
    };
  }

  private replace(operations: StreamOperations): void {
    const { write } = operations;
    operations.fsync = ({ nfd }) => this.sync(nfd);
    operations.write = (stream, ...rest) => {
      try {
        return write(stream, ...rest);
      } catch (error) {
        if (stream.path.includes('/pg_wal/')) this.onLogFailure();
        throw error;
      }
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
    const parent = path.dirname(directory);
    for (const name of readdirSync(parent)) {
      if (path.join(parent, name).startsWith(`${directory}.new`))
        rmSync(path.join(parent, name), { recursive: true, force: true });
    }
    // Each under another name, because the process that creates one can outlive this one.
    const draft = mkdtempSync(`${directory}.new-`);
    if (image) await createIn(draft, image);
    else await createApart(draft);
    syncTree(draft);
    renameSync(draft, directory);
    syncPath(parent);
  }
  makePrivate(directory);
  try {
    return await start(directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = `the embedded database in ${directory} cannot be opened (${reason})`;
    throw new Error(`DATA_DIR: ${what}: it is damaged, or of another version; restore a backup`, { cause: error });
  }
}

/** Creates a database in an empty folder, in a process of its own: it takes some 600 MB, which a process never gives back wholly. */
async function createApart(directory: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [CREATE_FILE, directory]);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(
      `the embedded database cannot be created: ${/Error: (.*)/.exec(output)?.[1] ?? 'the process ended'}`,
      {
        cause: error,
      },
    );
  }
}

/** Creates a database in an empty folder. */
export async function createIn(directory: string, image?: Blob): Promise<void> {
  const { pglite } = await start(directory, image);
  await pglite.close();
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

/** Opens a copy of a database for reading. It is thrown away afterwards, so nothing is synced. */
export function openCopiedPGlite(directory: string): Promise<PGlite> {
  return PGlite.create({ fs: new NodeFS(directory), parsers: PARSERS });
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
