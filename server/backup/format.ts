/**
 * The file of a backup: a tar, compressed with gzip, that `tar -tzf` lists. Its entries, in this order:
 *
 * - `backup.json`: what is in it (`Manifest`),
 * - `secrets.json`,
 * - `database/TABLE/N.tsv`: rows in PostgreSQL's text format for COPY, whole rows in each entry,
 * - `pictures/p/NAME-160.avif` …: the picture files that the rows name,
 * - `end.json`: how much of everything there is (`Totals`). gzip ends with a checksum of everything before.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { z } from 'zod';

export interface BackupEntry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Counted up when older versions of the shop can no longer read the file. */
export const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  shop: z.object({ name: z.string(), url: z.string() }),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** `rows` is the database's estimate, for progress bars. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});

const secretsSchema = z.object({
  authSecret: z.string(),
  /** Only when it was generated; undefined when a setting gave it. */
  operatorToken: z.string().optional(),
});

const totalsSchema = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  /** Addresses of customers' pictures that were deleted while the backup was taken. */
  lostPictures: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupSecrets = z.infer<typeof secretsSchema>;
export type Totals = z.infer<typeof totalsSchema>;

export type BackupPart =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'secrets'; secrets: BackupSecrets }
  | { kind: 'rows'; table: Manifest['tables'][number]; rows: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'picture'; key: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; totals: Totals };

/** A file that cannot be restored; the message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export function packBackup(entries: AsyncIterable<BackupEntry>): Readable {
  const { readable, controller } = createTarPacker();
  void (async () => {
    try {
      for await (const { name, bytes } of entries) {
        const writer = controller.add({ name, size: bytes.byteLength, mode: 0o600 }).getWriter();
        await writer.write(bytes);
        await writer.close();
      }
      controller.finalize();
    } catch (error) {
      controller.error(error);
    }
  })();
  // Pictures are compressed already, and rows are with little effort: an order waits for a processor that compresses.
  const packed = createGzip({ level: constants.Z_BEST_SPEED });
  // The reader of `packed` gets its errors.
  pipeline(readable, packed).catch(() => {});
  return packed;
}

/** @throws {BackupError} when it is no backup, cut or damaged, perhaps at its end only: read it to the end before anything is written. */
export async function* readBackup(file: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  let manifest: Manifest | undefined;
  let ended = false;
  const found: Totals = { rows: {}, files: 0, lostPictures: [] };
  for await (const { name, bytes } of entriesOf(file)) {
    const [folder = '', ...rest] = name.split('/');
    if (manifest === undefined) {
      if (name !== 'backup.json') throw new BackupError(NO_BACKUP);
      const { format } = parse(z.object({ format: z.number() }), bytes);
      if (format > FORMAT) throw new BackupError('the backup is of a newer version of the shop');
      manifest = parse(manifestSchema, bytes);
      yield { kind: 'manifest', manifest };
    } else if (ended) {
      throw new BackupError(DAMAGED);
    } else if (name === 'secrets.json') {
      yield { kind: 'secrets', secrets: parse(secretsSchema, bytes) };
    } else if (folder === 'database') {
      const table = manifest.tables.find((one) => one.name === rest[0]);
      if (!table) throw new BackupError(DAMAGED);
      const rows = countRows(bytes);
      found.rows[table.name] = (found.rows[table.name] ?? 0) + rows;
      yield { kind: 'rows', table, rows, bytes };
    } else if (folder === 'pictures') {
      found.files += 1;
      yield { kind: 'picture', key: rest.join('/'), bytes };
    } else if (name === 'end.json') {
      const totals = parse(totalsSchema, bytes);
      const isWhole = manifest.tables.every(
        (table) => (totals.rows[table.name] ?? 0) === (found.rows[table.name] ?? 0),
      );
      if (!isWhole || totals.files !== found.files) throw new BackupError(DAMAGED);
      ended = true;
      yield { kind: 'end', totals };
    }
  }
  if (!ended) throw new BackupError(manifest === undefined ? NO_BACKUP : DAMAGED);
}

/** Reads the file to its end. @throws {BackupError} when it is not whole. */
export async function checkBackup(
  file: AsyncIterable<Uint8Array>,
  onPart: (part: BackupPart) => void = () => {},
): Promise<{ manifest: Manifest; secrets: BackupSecrets; totals: Totals }> {
  let manifest: Manifest | undefined;
  let secrets: BackupSecrets | undefined;
  let totals: Totals | undefined;
  for await (const part of readBackup(file)) {
    onPart(part);
    if (part.kind === 'manifest') manifest = part.manifest;
    else if (part.kind === 'secrets') secrets = part.secrets;
    else if (part.kind === 'end') totals = part.totals;
  }
  if (!manifest || !secrets || !totals) throw new BackupError(DAMAGED);
  return { manifest, secrets, totals };
}

/** Row ends; the format writes those within a value otherwise. */
export function countRows(bytes: Uint8Array): number {
  let rows = 0;
  for (let at = bytes.indexOf(ROW_END); at !== -1; at = bytes.indexOf(ROW_END, at + 1)) rows += 1;
  return rows;
}

export const ROW_END = 0x0a;

const NO_BACKUP = 'the file is no backup of a shop';
const DAMAGED = 'the backup is cut or damaged';

async function* entriesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<BackupEntry> {
  let started = false;
  let failed: { error: unknown } | undefined;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* file;
    } catch (error) {
      failed = { error };
      throw error;
    }
  }
  const unpacked = createGunzip();
  const piped = pipeline(watched, unpacked);
  // The reading below gets its error, too.
  piped.catch(() => {});
  try {
    const tar = Readable.toWeb(unpacked) as ReadableStream<Uint8Array<ArrayBuffer>>;
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      yield { name: header.name, bytes: new Uint8Array(await new Response(body).arrayBuffer()) };
      started = true;
    }
    await piped;
  } catch (error) {
    if (failed) throw failed.error;
    throw new BackupError(started ? DAMAGED : NO_BACKUP, { cause: error });
  } finally {
    unpacked.destroy();
  }
}

function parse<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    throw new BackupError(DAMAGED, { cause: error });
  }
}
