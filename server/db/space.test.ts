import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openPGliteCopy } from '../../test/support/databases.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { copyMigratedDatabase } from '../../test/support/migrated-database.ts';
import { isUnavailable } from './errors.ts';
import { openPGlite } from './pglite.ts';
import { checkSpace, checkSpaceFor, watchSpace } from './space.ts';

const folder = temporaryFolders();
const MIB = 2 ** 20;

test('a shop on a full disk does not open, and says why', async () => {
  await expect(checkSpace('/srv/data', async () => 63 * MIB)).rejects.toThrow(
    'DATA_DIR: the disk of /srv/data is full',
  );
  await checkSpace('/srv/data', async () => 64 * MIB);
  await checkSpace(await folder());
});

test('a copy of the database is made only where it leaves room', async () => {
  await expect(checkSpaceFor(100 * MIB, '/srv/data', async () => 200 * MIB)).rejects.toThrow(
    'the disk of /srv/data needs 28 MiB more for a copy of the database',
  );
  await checkSpaceFor(100 * MIB, '/srv/data', async () => 228 * MIB);
});

test('while the disk is full nothing is written, and everything can be read; afterwards it goes on', async () => {
  const { kysely, close } = (await openPGliteCopy()).database;
  let free = 64 * MIB;
  const lines: string[] = [];
  const note = (_: object, message: string) => void lines.push(message);
  const log = { info: note, warn: note, fatal: note };
  const watch = watchSpace({ kysely, dataDir: '/srv/data', log }, async () => free);
  const write = () => kysely.insertInto('audit').values({ actor: 'shop', action: 'test', subject: '*' }).execute();
  await watch.check();
  await write();
  free = 10 * MIB;
  await watch.check();
  await watch.check();
  expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
  expect(await kysely.selectFrom('audit').select('id').execute()).toHaveLength(1);
  free = 65 * MIB;
  await watch.check();
  await write();
  expect(lines).toEqual(['the disk is full: nothing can be ordered or changed', 'the disk has space again']);
  await watch.stop();
  await close();
});

test('a log that cannot be written is noticed before the next statement, which would block for ever', async () => {
  const dataDir = await folder();
  await copyMigratedDatabase(dataDir);
  const { pglite, files } = await openPGlite(path.join(dataDir, 'database'));
  const ended = vi.fn<() => void>();
  files.onLogFailure = ended;
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  const logOnly = "select pg_logical_emit_message(true, 'test', 'log'), pg_current_xact_id()";
  await expect(pglite.query(logOnly)).rejects.toThrow('No space left');
  expect(ended).toHaveBeenCalledWith();
});
