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
import { SECRET_LENGTH, secret } from '../environment.ts';

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
  authSecret: secret,
  /** Only when it was generated; undefined when a setting gave it. */
  operatorToken: secret.optional(),
});

const totalsSchema = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  /** Of the snapshot; backups before 0.6.0 do not have them. */
  orders: z.object({ count: z.number(), poisha: z.number() }).optional(),
  /** Addresses of customers' pictures that were deleted while the backup was taken. */
  lostPictures: z.array(z.string()),
});

const MB = 1024 * 1024;

/** What a file may be before it is read any further: a few MB can unpack to anything. Far above what a shop has. */
export const LIMITS = {
  /** Of the file, and of all that is in it. */
  bytes: 64 * 1024 * MB,
  members: 10_000_000,
  /** Of one member, by its kind. Rows come in pieces of 1 MB, and of one row at least. */
  member: { manifest: MB, secrets: MB, rows: 64 * MB, picture: 16 * MB, end: 16 * MB },
};

type Kind = keyof typeof LIMITS.member;

/** The kind of a member, by its name. */
const MEMBERS: readonly [Kind, RegExp][] = [
  ['manifest', /^backup\.json$/],
  ['secrets', /^secrets\.json$/],
  ['rows', /^database\/([^/]+)\/\d+\.tsv$/],
  ['picture', /^pictures\/([pul]\/[\w-]{1,80}\.(?:avif|webp|png))$/],
  ['end', /^end\.json$/],
];

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupSecrets = z.infer<typeof secretsSchema>;
export type Totals = z.infer<typeof totalsSchema>;

type BackupPart =
  | { kind: 'rows'; table: Manifest['tables'][number]; rows: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'picture'; key: string; bytes: Uint8Array<ArrayBuffer> };

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

/**
 * Reads the whole file, and hands on its rows and pictures.
 * @throws {BackupError} perhaps only at the end of the file: read all of it before anything is written.
 */
export async function readBackup(
  file: AsyncIterable<Uint8Array>,
  onPart: (part: BackupPart, manifest: Manifest) => Promise<void> | void = () => {},
  limits = LIMITS,
): Promise<{ manifest: Manifest; secrets: BackupSecrets; totals: Totals }> {
  let manifest: Manifest | undefined;
  let secrets: BackupSecrets | undefined;
  let totals: Totals | undefined;
  const found: Totals = { rows: {}, files: 0, lostPictures: [] };
  for await (const { kind, part, bytes } of membersOf(file, limits)) {
    if (manifest === undefined) {
      if (kind !== 'manifest') throw new BackupError(NO_BACKUP);
      const { format } = parse(z.object({ format: z.number() }), bytes);
      if (format > FORMAT) throw new BackupError('the backup is of a newer version of the shop');
      manifest = parse(manifestSchema, bytes);
    } else if (totals || kind === 'manifest') {
      throw new BackupError(DAMAGED);
    } else if (kind === 'secrets') {
      secrets = parse(secretsSchema, bytes, BAD_SECRETS);
    } else if (kind === 'rows') {
      const table = manifest.tables.find((one) => one.name === part);
      if (!table) throw new BackupError(DAMAGED);
      const rows = countRows(bytes);
      found.rows[table.name] = (found.rows[table.name] ?? 0) + rows;
      await onPart({ kind, table, rows, bytes }, manifest);
    } else if (kind === 'picture') {
      found.files += 1;
      await onPart({ kind, key: part, bytes }, manifest);
    } else {
      totals = parse(totalsSchema, bytes);
    }
  }
  if (!manifest) throw new BackupError(NO_BACKUP);
  const isWhole = manifest.tables.every(({ name }) => (totals?.rows[name] ?? 0) === (found.rows[name] ?? 0));
  if (!secrets || !totals || !isWhole || totals.files !== found.files) throw new BackupError(DAMAGED);
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
export const DAMAGED = 'the backup is cut or damaged';
const TOO_LARGE = 'the backup is larger than any backup of a shop';
const BAD_SECRETS = `the backup has a secret of fewer than ${SECRET_LENGTH} characters, or none`;

/** The bytes as they are. @throws {BackupError} after so many. */
export async function* limited<T extends Uint8Array>(bytes: AsyncIterable<T>, most = LIMITS.bytes): AsyncGenerator<T> {
  let read = 0;
  for await (const chunk of bytes) {
    if ((read += chunk.byteLength) > most) throw new BackupError(TOO_LARGE);
    yield chunk;
  }
}

/** `faultOr`: the error with which reading the file itself broke off, else the one of what decodes its bytes. */
export function watched(file: AsyncIterable<Uint8Array>) {
  let fault: { error: unknown } | undefined;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield* file;
    } catch (error) {
      fault = { error };
      throw error;
    }
  }
  return { bytes: read(), faultOr: (other: Error): unknown => (fault ? fault.error : other) };
}

/** `part`: what the name tells beside the kind. */
async function* membersOf(file: AsyncIterable<Uint8Array>, limits: typeof LIMITS) {
  let members = 0;
  const { bytes, faultOr } = watched(file);
  const unpacked = createGunzip();
  const piped = pipeline(bytes, unpacked);
  // The reading below gets its error, too.
  piped.catch(() => {});
  try {
    const tar = Readable.toWeb(Readable.from(limited(unpacked, limits.bytes))) as ReadableStream<
      Uint8Array<ArrayBuffer>
    >;
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      const [kind, name] = MEMBERS.find(([, pattern]) => pattern.test(header.name)) ?? [];
      if (!kind || !name || header.type !== 'file') throw new BackupError(members > 0 ? DAMAGED : NO_BACKUP);
      members += 1;
      if (members > limits.members || header.size > limits.member[kind]) throw new BackupError(TOO_LARGE);
      const part = name.exec(header.name)?.[1] ?? '';
      yield { kind, part, bytes: new Uint8Array(await new Response(body).arrayBuffer()) };
    }
    await piped;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw faultOr(new BackupError(members > 0 ? DAMAGED : NO_BACKUP, { cause: error }));
  } finally {
    unpacked.destroy();
  }
}

function parse<T>(schema: z.ZodType<T>, bytes: Uint8Array, otherwise = DAMAGED): T {
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    throw new BackupError(otherwise, { cause: error });
  }
}
