import pMap, { pMapIterable } from 'p-map';
import { escapeIdentifier } from 'pg';
import { pictureUrl } from '../../domain/catalogue/picture.ts';
import type { Snapshot } from '../db/session.ts';
import type { Images } from '../images/images.ts';
import { FORMAT, ROW_END, countRows } from './format.ts';
import type { BackupEntry, BackupSecrets, Manifest, Totals } from './format.ts';
import { keptBy } from './schema.ts';

export interface TakeOptions {
  snapshot: Snapshot;
  images: Pick<Images, 'filesOf'>;
  shop: { name: string; url: string };
  secrets: BackupSecrets;
}

const CHUNK_BYTES = 1024 * 1024;

const PARALLEL_PICTURES = 4;

export async function* takeBackup({ snapshot, images, shop, secrets }: TakeOptions): AsyncGenerator<BackupEntry> {
  const totals: Totals = { rows: {}, files: 0, lostPictures: [] };
  const pictures = new Set<string>();
  try {
    await snapshot.script(TEXT_FORMAT);
    const contents = await contentsOf(snapshot);
    const [orders] = await snapshot.rows(
      'select count(*)::integer as count, coalesce(sum(total_cost_poisha), 0)::float8 as poisha from orders',
    );
    totals.orders = { count: Number(orders?.count), poisha: Number(orders?.poisha) };
    const about = { format: FORMAT, takenAt: new Date().toISOString(), shop };
    yield jsonEntry('backup.json', { ...about, ...contents });
    yield jsonEntry('secrets.json', secrets);
    for (const { name, columns } of contents.tables) {
      let chunks = 0;
      for await (const bytes of wholeRows(snapshot.copyOut(name, columns))) {
        totals.rows[name] = (totals.rows[name] ?? 0) + countRows(bytes);
        for (const picture of picturesIn(bytes)) pictures.add(picture);
        chunks += 1;
        yield { name: `database/${name}/${chunks}.tsv`, bytes };
      }
    }
  } finally {
    await snapshot.close();
  }
  const read = async (name: string) => ({ name, files: await images.filesOf(name) });
  for await (const { name, files } of pMapIterable(pictures, read, { concurrency: PARALLEL_PICTURES })) {
    if (files.length === 0 && name.startsWith('u/')) totals.lostPictures.push(pictureUrl(name));
    for (const { key, bytes } of files) {
      totals.files += 1;
      yield { name: `pictures/${key}`, bytes: new Uint8Array(bytes) };
    }
  }
  yield jsonEntry('end.json', totals);
}

/** What values are written as: the same on every server, whatever its settings are. */
const TEXT_FORMAT = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;

async function contentsOf(snapshot: Snapshot): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const migrations = await snapshot.rows('select name, checksum from migrations order by name');
  const { tables, sequences } = await keptBy(snapshot);
  return {
    migrations: migrations.map(({ name, checksum }) => ({ name: String(name), checksum: String(checksum) })),
    tables,
    sequences: await pMap(
      sequences,
      async (name) => {
        const [state] = await snapshot.rows(`select last_value::text, is_called from ${escapeIdentifier(name)}`);
        return { name, lastValue: String(state?.last_value), isCalled: state?.is_called === true };
      },
      { concurrency: 1 },
    ),
  };
}

async function* wholeRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.byteLength;
    const end = chunk.lastIndexOf(ROW_END) + 1;
    if (size < CHUNK_BYTES || end === 0) continue;
    const rest = chunk.subarray(end);
    const all = Buffer.concat(waiting);
    yield new Uint8Array(all.buffer, all.byteOffset, all.byteLength - rest.byteLength);
    waiting = [rest];
    size = rest.byteLength;
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(waiting));
}

/** The names of the shop's own pictures in any column of the rows: of products, of order lines, of customers … */
function* picturesIn(rows: Uint8Array): Generator<string> {
  const text = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).toString('latin1');
  for (const [, name] of text.matchAll(PICTURE)) if (name) yield name;
}

const PICTURE = /\/images\/([pul]\/[A-Za-z0-9_-]{1,80})-\d+\.(?:avif|webp)/g;

function jsonEntry(name: string, value: object): BackupEntry {
  return { name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}
