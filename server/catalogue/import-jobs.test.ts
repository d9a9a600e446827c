import { sql } from 'kysely';
import { beforeEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { jpeg } from '../../test/support/pictures.ts';
import { zipOf } from '../../test/support/zip.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { type ImportJobs, createImportJobs } from './import-jobs.ts';
import type { ImportJob } from './import-job-store.ts';
import type { Database } from '../db/connect.ts';
import { shownDangers } from '../../domain/catalogue/import-dangers.ts';
import { createWorker } from '../jobs/worker.ts';
import { type Images, createImages } from '../images/images.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';

const RINA = 'rina@shop.example';
const UNKNOWN = { ok: false, status: 404, reason: { code: 'unknown', what: 'import' } };
const NOT_IMPORTABLE = { ok: false, status: 409, reason: { code: 'not-importable' } };
const HEADER = 'id,name,image,weight,unit,price,discount,status,category';

/** A catalogue file with products of these ids and pictures. */
function csv(...products: (string | [id: string, image: string])[]): string {
  const lines = products.map((product) => {
    const [id, image] = typeof product === 'string' ? [product, ''] : product;
    return `${id},Rui Fish,${image},1,kg,350,0,top,fish`;
  });
  return [HEADER, ...lines, ''].join('\r\n');
}

/** A body that arrives in small chunks. */
async function* chunks(given: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(given);
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

describeWithDatabase('imports from the console', ({ open }) => {
  const newFolder = temporaryFolders();
  const logged: object[] = [];
  let database: Database;
  let catalogue: Catalogue;
  let images: Images;
  let directory: string;

  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
    directory = await newFolder();
    images = createImages({ kind: 'files', directory });
  });
  beforeEach(async () => {
    await catalogue.importRows([], 'operator', { replace: true });
    await database.kysely.deleteFrom('import_jobs').execute();
    await database.kysely.deleteFrom('audit').execute();
    logged.length = 0;
  });

  /** The imports of one process. */
  async function openJobs({
    importRows = catalogue.importRows,
    storeProduct = images.storeProduct,
  }: Partial<Pick<Catalogue, 'importRows'> & Pick<Images, 'storeProduct'>> = {}) {
    const worker = await createWorker({ database, log: { warn() {} } }, {});
    const jobs = createImportJobs({
      database,
      worker,
      catalogue: { ...catalogue, importRows },
      images: { has: images.has, storeProduct },
      directory,
      log: { error: (fields: object) => void logged.push(fields) },
    });
    return { ...jobs, close: worker.close };
  }

  /** A job when no work is done on it any more. */
  async function ended(jobs: ImportJobs): Promise<ImportJob> {
    return vi.waitUntil(async () => {
      const job = await jobs.latest();
      return job !== null && job.state !== 'checking' && job.state !== 'importing' ? job : false;
    }, SOON);
  }

  async function check(jobs: ImportJobs, file: string | Uint8Array, replace = false): Promise<ImportJob> {
    const answer = await jobs.check(chunks(file), { name: 'mine.csv', replace }, RINA);
    if (!answer.ok) throw new Error(answer.reason.code);
    return ended(jobs);
  }

  async function start(jobs: ImportJobs, id: string): Promise<ImportJob> {
    await jobs.start(id, 'nila@shop.example');
    return ended(jobs);
  }

  const ids = async () => (await catalogue.find({})).rows.map(({ id }) => id);

  /** A ZIP with the product b and its picture. */
  const zipOfB = async () =>
    zipOf([
      { name: 'mine.csv', bytes: csv(['b', 'b.jpg']) },
      { name: 'b.jpg', bytes: await jpeg(9, 9) },
    ]);

  test('at most four files arrive at the same time', async () => {
    const jobs = await openJobs();
    const { promise: rest, resolve: arrive } = Promise.withResolvers<void>();
    let begun = 0;
    async function* slow(): AsyncGenerator<Uint8Array> {
      begun += 1;
      yield Buffer.from(csv('a'));
      await rest;
    }
    const send = () => jobs.check(slow(), { name: 'mine.csv', replace: false }, RINA);
    const first = Array.from({ length: 4 }, send);
    await vi.waitUntil(() => begun === 4, SOON);
    expect(await send()).toMatchObject({ ok: false, status: 409 });
    expect(begun).toBe(4);
    arrive();
    await Promise.all(first);
    await ended(jobs);
    expect(await check(jobs, csv('a'))).toMatchObject({ state: 'checked' });
    await jobs.close();
  });

  test('a file is checked, which changes nothing, and then imported', async () => {
    const products = [exampleProduct({ id: 'a', price: 300 }), exampleProduct({ id: 'old' })];
    await catalogue.importRows(products.map(catalogueRow), 'operator');
    const jobs = await openJobs();
    const checked = await check(jobs, csv('a', 'b'), true);
    expect(checked).toMatchObject({
      fileName: 'mine.csv',
      replace: true,
      by: RINA,
      state: 'checked',
      phase: null,
      total: 2,
      summary: { added: 1, changed: 1, unchanged: 0, removed: 1 },
      changes: {
        added: [{ id: 'b', name: 'Rui Fish' }],
        changed: [{ id: 'a', name: 'Rui Fish', fields: [{ column: 'price', from: '300', to: '350' }] }],
        removed: [{ id: 'old', name: 'Rui Fish' }],
      },
      faults: [],
      endedAt: expect.any(Date),
    });
    const stored = await jobs.latest();
    expect(stored).toEqual({ ...checked, endedAt: expect.any(Date) });
    expect(await jobs.find(checked.id)).toEqual({ ok: true, value: stored });
    expect(await ids()).toEqual(['a', 'old']);

    const done = await start(jobs, checked.id);
    expect(done).toMatchObject({ state: 'done', by: 'nila@shop.example', done: 2, total: 2, summary: { added: 1 } });
    expect(await ids()).toEqual(['a', 'b']);
    const { kysely } = database;
    expect(await kysely.selectFrom('import_job_chunks').selectAll().execute()).toEqual([]);
    const audited = kysely.selectFrom('audit').select(['actor', 'details']).where('action', '=', 'products.import');
    const entries = await audited.orderBy('id', 'desc').execute();
    expect(entries[0]).toEqual({ actor: 'nila@shop.example', details: done.summary });
    expect(await jobs.start(checked.id, RINA)).toMatchObject({ value: { state: 'done', by: 'nila@shop.example' } });
    expect(await audited.execute()).toHaveLength(entries.length);
  });

  test('every bad row is shown, and nothing can be started', async () => {
    const jobs = await openJobs();
    const many = Array.from({ length: 620 }, (_, index) => `Bad ${index}`);
    const refused = await check(jobs, csv('a', 'a', ['c', 'c.png'], ['d', '/images/p/0000-320.webp'], ...many));
    const counts = { error: '623 of 624 rows are bad.', faultCount: 623, unit: 'line', summary: null };
    expect(refused).toMatchObject({ state: 'refused', ...counts });
    expect(refused.faults).toHaveLength(500);
    expect(refused.faults.slice(0, 4)).toEqual([
      { line: 3, product: 'Rui Fish', reasons: ['id a is already on line 2'] },
      { line: 4, product: 'Rui Fish', reasons: ['picture c.png is a file: send a ZIP with the pictures'] },
      { line: 5, product: 'Rui Fish', reasons: ['the shop has no picture /images/p/0000-320.webp'] },
      { line: 6, product: 'Rui Fish', reasons: ['id must have 1 to 64 of a-z, 0-9 and - (it is “Bad 0”)'] },
    ]);
    expect(await jobs.latest()).toEqual({ ...refused, endedAt: expect.any(Date) });
    const all = await Array.fromAsync(jobs.faults(refused.id));
    expect(all).toHaveLength(623);
    expect(all.slice(0, 500)).toEqual(refused.faults);
    expect(await jobs.start(refused.id, RINA)).toMatchObject(NOT_IMPORTABLE);
    for (const unknown of ['none', 'no\0ne', '']) {
      expect(await jobs.start(unknown, RINA)).toMatchObject(UNKNOWN);
      expect(await jobs.find(unknown)).toMatchObject(UNKNOWN);
    }
    expect(await Array.fromAsync(jobs.faults('none'))).toEqual([]);
  });

  test('the pictures of a ZIP are stored, and bad ones are named', async () => {
    const jobs = await openJobs();
    const picture = await jpeg(40, 30);
    const pictures = [
      { name: 'shop/pictures/a.jpg', bytes: picture },
      { name: 'shop/b.jpg', bytes: 'not a picture' },
    ];
    const file = (...products: Parameters<typeof csv>) => ({ name: 'shop/mine.csv', bytes: csv(...products) });
    const bad = zipOf([file(['a', 'pictures/a.jpg'], ['b', 'b.jpg'], ['c', 'c.jpg']), ...pictures]);
    expect((await check(jobs, bad)).faults).toEqual([
      { line: 3, product: 'Rui Fish', reasons: [expect.stringMatching(/^picture b\.jpg: .*JPEG/)] },
      { line: 4, product: 'Rui Fish', reasons: ['picture c.jpg is missing'] },
    ]);
    const good = zipOf([file(['a', 'pictures/a.jpg'], ['b', 'pictures/a.jpg']), ...pictures]);
    const { id, summary } = await check(jobs, good);
    expect(summary).toMatchObject({ added: 2 });
    await start(jobs, id);
    const stored = await images.storeProduct(picture);
    const imgUrl = stored.ok ? stored.value.imgUrl : '';
    expect(imgUrl).toMatch(/^\/images\/p\//);
    expect(await catalogue.row('b')).toMatchObject({ image: imgUrl });
    expect((await check(jobs, csv(['a', imgUrl]))).summary).toMatchObject({ unchanged: 1 });
  });

  describe('files as they come', () => {
    const stored = (id: string, fields: Parameters<typeof exampleProduct>[0] = {}) =>
      catalogueRow(exampleProduct({ id, name: `Name of ${id}`, ...fields }));
    const put = (...rows: Parameters<Catalogue['importRows']>[0]) => catalogue.importRows(rows, 'operator');
    const faultsOf = async (file: string) => (await check(await openJobs(), file)).faults;

    test('may have any columns of products that exist; the others keep what they have, also if it changes later', async () => {
      await put(stored('a', { price: 300, imgUrl: 'https://example.com/a.jpg' }), stored('b'));
      const jobs = await openJobs();
      const { id, summary } = await check(jobs, 'ID;Price\na;310\n');
      expect(summary).toEqual({ added: 0, changed: 1, unchanged: 0, removed: 0 });
      await catalogue.change('a', { name: 'Meanwhile', available: false }, { by: 'operator' });
      await start(jobs, id);
      const image = 'https://example.com/a.jpg';
      expect(await catalogue.row('a')).toMatchObject({ name: 'Meanwhile', price: 310, image, available: 'no' });
      expect(await check(jobs, 'id\na\n', true)).toMatchObject({ summary: { unchanged: 1, removed: 1 } });
    });

    test('need all columns of new products', async () => {
      await put(stored('a'));
      expect(await faultsOf('id,price\na,310\ntomatos,90\nb,free\n')).toEqual([
        {
          line: 3,
          product: 'tomatos',
          reasons: [
            'the shop has no product tomatos, and a new one also needs the columns name, image, weight, unit, discount, status, category',
          ],
        },
        { line: 4, product: 'b', reasons: [expect.stringMatching(/^price must be a plain number/)] },
      ]);
      expect(
        await faultsOf(
          JSON.stringify([
            { id: 'a', price: 320 },
            { id: 'c', name: 'C' },
          ]),
        ),
      ).toMatchObject([{ line: 2, product: 'C' }]);
    });

    test('keep pictures where their cells are empty, and lose them where these say none', async () => {
      const imgUrl = 'https://example.com/a.jpg';
      await put(stored('a', { imgUrl }), stored('b', { imgUrl }));
      const jobs = await openJobs();
      const checked = await check(jobs, 'id,image\na,\nb,None\n');
      expect(shownDangers(checked.changes?.dangers ?? {})).toMatchObject([
        { heading: 'Products that lose their picture: 1', lines: ['Name of b (b)'] },
      ]);
      await start(jobs, checked.id);
      expect([await catalogue.row('a'), await catalogue.row('b')]).toMatchObject([{ image: imgUrl }, { image: '' }]);
    });

    test('need no ids: a row is the product of its name, or gets an id of it that no other has', async () => {
      await put(stored('dal', { name: 'Tea' }), stored('x', { name: 'Rui  Fish ' }));
      const jobs = await openJobs();
      const rest = ',,1,kg,90,0,top,fish';
      const checked = await check(jobs, `${HEADER}\n,RUI FISH${rest}\n,ডাল${rest}\n,ডাল,,2,kg,170,0,top,fish\n`);
      expect(checked).toMatchObject({ state: 'checked', summary: { added: 2, changed: 1 } });
      await put(stored('dal-4', { name: 'Another' }));
      await start(jobs, checked.id);
      expect(await ids()).toEqual(['dal', 'x', 'dal-4', 'dal-2', 'dal-3']);
      expect(await catalogue.row('dal')).toMatchObject({ name: 'Tea' });
      // Again: two have the name now, and their weights say which is which.
      const again = await check(jobs, 'name,weight,unit,price\nডাল,2,kg,180\nRui Fish,1,kg,95\n');
      expect(again).toMatchObject({ state: 'checked', summary: { added: 0, changed: 2 } });
      expect(await faultsOf('name,price\nডাল,180\nrui fish,1\nRui Fish,2\nMoyda,3\n')).toEqual([
        { line: 2, product: 'ডাল', reasons: [expect.stringMatching(/^the shop has 2 products of this name/)] },
        { line: 4, product: 'Rui Fish', reasons: [expect.stringMatching(/^it is called as the product on line 3/)] },
        { line: 5, product: 'Moyda', reasons: [expect.stringMatching(/^the shop has no product moyda, and a new/)] },
      ]);
    });

    test('change nothing where the shop has changed too much since the check', async () => {
      await put(stored('a'));
      const jobs = await openJobs();
      const changed = async (file: string, change: () => Promise<unknown>) => {
        const { id } = await check(jobs, file);
        await change();
        return start(jobs, id);
      };
      const again = /Nothing was changed: check the file again\.$/;
      const gone = await changed('id,price\na,310\n', () => catalogue.remove('a', RINA));
      expect(gone).toMatchObject({ state: 'failed', error: expect.stringMatching(again) });
      const file = `${HEADER}\n,New,,1,kg,90,0,top,fish\n`;
      expect(await changed(file, () => put(stored('new', { price: 7 })))).toMatchObject({ state: 'failed' });
      expect(await catalogue.row('new')).toMatchObject({ price: 7 });
      expect(logged).toEqual([]);
    });

    test('are told what is seldom meant before anything is done', async () => {
      const products = ['tomato', 'beans', 'rui-1kg', 'okra', 'corn'].map((id) => stored(id, { price: 90 }));
      await put(...products);
      const rest = ',New,,1,kg,90,0.1,top,fish';
      const prices = 'tomato,A,,1,kg,271,0,top,fish\nbeans,B,,1,kg,29.99,0,top,fish\ncorn,C,,1,kg,270,0,top,fish\n';
      const file = `${HEADER}\n${prices}tomatos${rest}\no-kra${rest}\nrui-2kg${rest}\nbeanz${rest}\n`;
      const { changes } = await check(await openJobs(), file);
      expect(shownDangers(changes?.dangers ?? {})).toMatchObject([
        {
          heading: expect.stringMatching(/^Prices .*: 2$/),
          lines: ['A (tomato): Tk 90 → Tk 271', 'B (beans): Tk 90 → Tk 29.99'],
        },
        {
          heading: expect.stringMatching(/^New products .*: 1$/),
          lines: ['New (o-kra): the shop has Name of okra (okra)'],
        },
        {
          heading: expect.stringMatching(/^Discounts .*: 4$/),
          lines: expect.arrayContaining(['New (tomatos): 0.1 %']),
        },
      ]);
    });

    test('have a header that people can match with the columns of the shop', async () => {
      const jobs = await openJobs();
      const sheet = 'Product Name,MRP,Group\nTea,90,tea\n';
      expect(await check(jobs, sheet)).toMatchObject({ faults: [{ header: ['product_name', 'mrp', 'group'] }] });
      const match = { name: 'product_name', price: 'mrp', category: 'group' };
      await jobs.check(chunks(sheet), { name: 'a.csv', replace: false, match }, RINA);
      const { id, summary } = await ended(jobs);
      expect(summary).toMatchObject({ added: 1 });
      await start(jobs, id);
      expect(await catalogue.row('tea')).toMatchObject({
        price: 90,
        discount: '0',
        status: 'recent',
        type: 'beverages',
      });
    });
  });

  describe('rows that the command line has read of a file', () => {
    const { type: _, ...rui } = catalogueRow(exampleProduct());
    const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

    async function checkRows(jobs: ImportJobs, body: string | Uint8Array): Promise<ImportJob> {
      await jobs.check(chunks(body), { name: 'mine.json', replace: false, sent: 'item' }, 'operator');
      return ended(jobs);
    }

    test.each([
      ['no JSON', lines({ line: 1, value: rui }) + '{"line":', 2],
      ['no rows', lines({ line: 1, value: rui }, { line: 'two' }), 2],
      ['no text', Uint8Array.of(0xff, 0xfe, 0x0a), 0],
      ['one endless line', 'x'.repeat(2_000_000), 0],
    ])('with %s among them are no catalogue', async (_, body, row) => {
      const reasons = [`row ${row} of what was sent cannot be read`];
      const refused = { state: 'refused', unit: 'item', faults: [{ line: row, reasons }] };
      expect(await checkRows(await openJobs(), body)).toMatchObject(refused);
      expect(await ids()).toEqual([]);
    });
  });

  test.each([
    ['no products', csv(), false, 'The file has no products.'],
    ['no products, with removal', '[]', true, 'The file has no products: every product of the shop would be removed.'],
    ['another kind of data', Buffer.from([0x25, 0x50, 0x44, 0x46, 0]), false, 'This is not a catalogue file.'],
    ['a broken ZIP', 'PK\u0003\u0004', false, /^The ZIP is damaged: /],
  ])('a file with %s is refused', async (_, file, replace, error) => {
    await catalogue.importRows([catalogueRow(exampleProduct())], 'operator');
    const refused = await check(await openJobs(), file, replace);
    expect(refused).toMatchObject({ state: 'refused', error: expect.stringMatching(error) });
    expect(await ids()).toEqual(['rui']);
  });

  test('what is no file, or too large, is refused at once', async () => {
    const jobs = await openJobs();
    const file = { name: '', replace: false };
    expect(await jobs.check(null, file, RINA)).toMatchObject({ ok: false, status: 400 });
    expect(await jobs.check(chunks(''), file, RINA)).toMatchObject({ ok: false, status: 400 });
    const huge = (async function* () {
      for (let sent = 0; sent < 65; sent += 1) yield Buffer.alloc(1024 * 1024, 'x');
    })();
    const reason = { code: 'malformed', detail: 'A catalogue file may have at most 64 MB.' };
    expect(await jobs.check(huge, file, RINA)).toEqual({ ok: false, status: 413, reason });
    expect(await jobs.latest()).toBeNull();
  });

  test('a new check takes the place of a checked file, and a second file waits for the first one', async () => {
    const { promise: stored, resolve: go } = Promise.withResolvers<void>();
    const jobs = await openJobs({ storeProduct: (bytes) => stored.then(() => images.storeProduct(bytes)) });
    const others = await openJobs();
    const first = await check(jobs, csv('a'));
    const answer = await jobs.check(chunks(await zipOfB()), { name: 'b\0.zip', replace: false }, RINA);
    expect(answer).toMatchObject({ value: { job: { fileName: 'b.zip' }, replaced: { id: first.id, by: RINA } } });
    for (const process of [jobs, others]) {
      expect(await process.check(chunks(csv('c')), { name: '', replace: false }, RINA)).toMatchObject({ status: 409 });
      expect(await process.start(first.id, RINA)).toMatchObject(UNKNOWN);
      expect(await process.find(first.id)).toMatchObject(UNKNOWN);
      expect(await process.latest()).toMatchObject({ state: 'checking', fileName: 'b.zip' });
    }
    go();
    const { id, state } = await ended(jobs);
    expect(state).toBe('checked');
    expect(await start(others, id)).toMatchObject({ state: 'done' });
    expect(await jobs.latest()).toMatchObject({ state: 'done' });
    expect(await ids()).toEqual(['b']);
  });

  test('consoles are told of each state, and the row has how far it is', async () => {
    const jobs = await openJobs({
      async importRows(rows, by, options) {
        options?.onProgress?.(1);
        await vi.waitUntil(async () => (await jobs.latest())?.done === 1, SOON);
        return catalogue.importRows(rows, by, options);
      },
    });
    let told = 0;
    const stop = await database.listen('console', () => void (told += 1));
    const { id } = await check(jobs, csv('a', 'b'));
    await vi.waitUntil(() => told === 2, SOON);
    expect(await start(jobs, id)).toMatchObject({ state: 'done', done: 2, total: 2 });
    await vi.waitUntil(() => told >= 4, SOON);
    await stop();
  });

  describe('when something fails', () => {
    test('an import changes nothing and is shown as failed', async () => {
      const jobs = await openJobs({
        importRows: (rows, by, options) =>
          catalogue.importRows(rows, by, {
            ...options,
            async alongside(trx, summary) {
              await options?.alongside?.(trx, summary);
              throw new Error('no space');
            },
          }),
      });
      const { id } = await check(jobs, csv('a'));
      const failed = await start(jobs, id);
      expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('nothing was changed') });
      expect(await jobs.latest()).toMatchObject({ state: 'failed', error: failed.error });
      expect(logged).toHaveLength(1);
      expect(await ids()).toEqual([]);
      expect(await jobs.start(id, RINA)).toMatchObject(NOT_IMPORTABLE);
    });

    test('an import that is done is shown as done when only the answer was lost', async () => {
      const jobs = await openJobs({
        async importRows(rows, by, options) {
          await catalogue.importRows(rows, by, options);
          throw new Error('connection lost');
        },
      });
      const { id } = await check(jobs, csv('a'));
      expect(await start(jobs, id)).toMatchObject({ state: 'done', summary: { added: 1 } });
      expect(await ids()).toEqual(['a']);
    });

    test('an import that was given up by others is undone', async () => {
      const jobs = await openJobs({
        importRows: (rows, by, options) =>
          catalogue.importRows(rows, by, {
            ...options,
            async alongside(trx, summary) {
              await trx.updateTable('import_jobs').set({ state: 'failed' }).execute();
              await options?.alongside?.(trx, summary);
            },
          }),
      });
      const { id } = await check(jobs, csv('a'));
      expect(await start(jobs, id)).toMatchObject({ state: 'failed' });
      expect(await ids()).toEqual([]);
    });

    test('closing the shop ends the work', async () => {
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const { promise: stored, resolve: go } = Promise.withResolvers<void>();
      const jobs = await openJobs({
        async storeProduct(bytes) {
          ask();
          await stored;
          return images.storeProduct(bytes);
        },
      });
      const zip = await zipOfB();
      await jobs.check(chunks(zip), { name: '', replace: false }, RINA);
      await asked;
      const closed = jobs.close();
      go();
      await closed;
      const failed = { state: 'failed', error: 'It was interrupted; nothing was changed.', phase: null };
      expect(await jobs.latest()).toMatchObject(failed);
      expect(logged).toEqual([]);
      expect(await jobs.check(chunks(zip), { name: '', replace: false }, RINA)).toMatchObject({ status: 409 });
    });

    test.each(['checking', 'importing'] as const)('a killed shop’s job is no longer %s', async (state) => {
      const { kysely } = database;
      const alive_at = sql<Date>`now() - interval '1 minute'`;
      const job = { id: 'killed', file_name: '', replace: false, actor: RINA, state, phase: null, alive_at };
      await kysely.insertInto('import_jobs').values(job).execute();
      const jobs = await openJobs();
      const failed = { state: 'failed', error: 'It was interrupted; nothing was changed.' };
      expect(await jobs.latest()).toMatchObject(failed);
      expect(await check(jobs, csv('a'))).toMatchObject({ state: 'checked' });
    });

    test('a job of another process that is alive goes on', async () => {
      const jobs = await openJobs();
      const job = { id: 'alive', file_name: '', replace: false, actor: RINA, state: 'importing', phase: null } as const;
      await database.kysely.insertInto('import_jobs').values(job).execute();
      expect(await jobs.latest()).toMatchObject({ state: 'importing' });
      expect(await jobs.start('alive', RINA)).toMatchObject({ value: { state: 'importing' } });
    });

    test('a job that has ended stays as it ended', async () => {
      const later = sql`update import_jobs set alive_at = alive_at - interval '1 hour', ended_at = ended_at - interval '1 hour'`;
      const jobs = await openJobs();
      const refused = await check(jobs, 'id');
      await later.execute(database.kysely);
      expect(await jobs.find(refused.id)).toMatchObject({ value: { state: 'refused' } });
      const { id } = await check(jobs, csv('a'));
      await later.execute(database.kysely);
      expect(await jobs.latest()).toMatchObject({ state: 'checked' });
      expect(await start(jobs, id)).toMatchObject({ state: 'done' });
      await later.execute(database.kysely);
      expect(await (await openJobs()).latest()).toMatchObject({ state: 'done', error: null });
    });

    test('a checked file is forgotten after a day', async () => {
      const jobs = await openJobs();
      const { id } = await check(jobs, csv('a'));
      await sql`update import_jobs set ended_at = ended_at - interval '25 hours'`.execute(database.kysely);
      expect(await jobs.start(id, RINA)).toMatchObject(UNKNOWN);
      expect(await jobs.latest()).toBeNull();
    });
  });
});
