/** Archives that are no backup or no catalogue, that reach for what is not theirs, or that unpack to far too much. */
import { gzipSync } from 'node:zlib';
import { packBackup } from '../../server/backup/format.ts';
import { readMigrations } from '../../server/db/migrate.ts';
import { OPERATOR_TOKEN } from '../../test/support/operator-client.ts';
import { bytesOf } from '../../test/support/places.ts';
import { zipOf } from '../../test/support/zip.ts';
import { forgetMemoryPeak, memoryOf } from '../shop.ts';

const BOMB_BYTES = 512 * 1024 * 1024;

export interface Archives {
  /** Those that were not refused, or by a server error. */
  taken: string[];
  /** MiB at most, over what the shop had before. */
  memory: number;
}

interface Given {
  table?: [name: string, row: string];
  secret?: string;
  more?: [name: string, bytes: number];
}

/** A whole backup of nothing, with what is given. */
function backupWith({ table, secret = 'a secret that is long enough for it', more }: Given): Promise<Buffer> {
  const [name = '', row = ''] = table ?? [];
  const tables = table ? [{ name, columns: ['name'], rows: 1 }] : [{ name: 'words', columns: ['word'], rows: 0 }];
  const migrations = readMigrations().numbered.map(({ name, checksum }) => ({ name, checksum }));
  const about = { format: 1, takenAt: new Date().toISOString(), shop: { name: '', url: '' }, migrations };
  const json = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  async function* entries() {
    yield { name: 'backup.json', bytes: json({ ...about, tables, sequences: [] }) };
    yield { name: 'secrets.json', bytes: json({ authSecret: secret }) };
    if (table) yield { name: `database/${name}/1.tsv`, bytes: new TextEncoder().encode(`${row}\n`) };
    if (more) yield { name: more[0], bytes: new Uint8Array(more[1]) };
    yield { name: 'end.json', bytes: json({ rows: table ? { [name]: 1 } : {}, files: 0, lostPictures: [] }) };
  }
  return bytesOf(packBackup(entries()));
}

/** To a shop that is still empty: others take no backup. */
export async function sendArchives({ url, pid }: { url: string; pid: number }): Promise<Archives> {
  const before = memoryOf(pid).now;
  forgetMemoryPeak(pid);
  const taken: string[] = [];
  const ask = (path: string, body?: Buffer, type = '') =>
    fetch(`${url}/api/operator${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, ...(body ? { 'Content-Type': type } : {}) },
      body: body ? new Uint8Array(body) : null,
    });

  const backups: Record<string, Buffer> = {
    'no backup': Buffer.from('a text'),
    'zeros in gzip': gzipSync(Buffer.alloc(BOMB_BYTES)),
    'a table of the server': await backupWith({ table: ['pg_authid', 'evil'] }),
    'an unknown migration': await backupWith({ table: ['migrations', '9999_evil'] }),
    'a short secret': await backupWith({ secret: 'short' }),
    'rows that are a bomb': await backupWith({ more: ['database/words/1.tsv', BOMB_BYTES] }),
    'a picture that is a bomb': await backupWith({ more: ['pictures/p/a-160.avif', BOMB_BYTES] }),
    'an unknown member that is a bomb': await backupWith({ more: ['more.bin', BOMB_BYTES] }),
  };
  for (const [name, file] of Object.entries(backups)) {
    const text = await (await ask('/restore', file, 'application/gzip')).text();
    if (!text.includes('"status":422')) taken.push(`backup, ${name}: ${text.slice(-200)}`);
  }

  const entry = { name: 'catalogue.csv', bytes: Buffer.alloc(BOMB_BYTES, 'x\n') };
  const zips: Record<string, Buffer> = {
    'a catalogue that is a bomb': zipOf([entry]),
    'one that lies about its size': zipOf([{ ...entry, claimed: 1_000 }]),
    'lists in lists': zipOf([{ name: 'catalogue.json', bytes: '['.repeat(32 * 1024 * 1024) }]),
    'a path upwards': zipOf([{ name: '../catalogue.csv', bytes: 'id\n' }]),
    'no more than a head': zipOf([entry]).subarray(0, 1_000),
  };
  for (const [name, file] of Object.entries(zips)) {
    const answer = await ask(`/import?name=a.zip`, file, 'application/octet-stream');
    let job: { id?: string; state?: string } = await answer.json();
    while (job.state === 'checking') job = await (await ask(`/import/${job.id}`)).json();
    if (job.state !== 'refused') taken.push(`catalogue, ${name}: ${answer.status} ${job.state}`);
  }
  return { taken, memory: memoryOf(pid).max - before };
}
