import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { type ZipEntry, zipOf } from '../../test/support/zip.ts';
import { openCatalogueZip } from './check-file.ts';

const newFolder = temporaryFolders();
const CATALOGUE: ZipEntry = { name: 'catalogue.csv', bytes: 'id\n' };
const WORKBOOK = /^This is a workbook of Excel, LibreOffice or Numbers: save the sheet as CSV/;

/** What a ZIP's catalogue is, and the pictures of these names as text. */
async function read(zip: Buffer, ...names: string[]) {
  const file = path.join(await newFolder(), 'a.zip');
  await writeFile(file, zip);
  const handle = await open(file);
  try {
    const { catalogue, picture } = await openCatalogueZip(handle.fd);
    const pictures: string[] = [];
    for (const name of names) {
      const found = await picture(name);
      pictures.push('fault' in found ? found.fault : Buffer.from(found.bytes).toString());
    }
    return { catalogue: Buffer.from(catalogue).toString(), pictures };
  } finally {
    await handle.close();
  }
}

test('a catalogue and its pictures are found as rows name them', async () => {
  const zip = zipOf([
    { name: 'pictures/', bytes: '', stored: true },
    { name: 'pictures/rui.png', bytes: 'rui' },
    { ...CATALOGUE, stored: true },
    { name: './top.png', bytes: 'top', stored: true },
    { name: Buffer.from('pictures/ইলিশ.png'), bytes: 'ilish' },
    { name: Buffer.from('pictures/cafe\u0301.png'), bytes: 'café', flags: 0x800 },
  ]);
  const names = ['pictures/rui.png', './pictures/rui.png', 'pictures\\rui.png', 'Pictures/RUI.PNG', 'top.png'];
  expect(await read(zip, ...names, 'pictures/ইলিশ.png', 'pictures/café.png', 'none.png', '../up.png')).toEqual({
    catalogue: 'id\n',
    pictures: ['rui', 'rui', 'rui', 'rui', 'top', 'ilish', 'café', 'is missing', 'is missing'],
  });
});

test('folders around everything, backslashes and hidden files make no difference', async () => {
  const zip = zipOf([
    { name: 'My shop\\catalogue.JSON', bytes: '[]' },
    { name: 'My shop\\pictures\\a.png', bytes: 'a' },
    { name: 'My shop\\old\\catalogue.csv', bytes: 'old' },
    { name: '__MACOSX/My shop/._catalogue.csv', bytes: 'x' },
    { name: 'My shop/.DS_Store', bytes: 'x' },
    { name: '._other.csv', bytes: 'x' },
    { name: 'My shop/~$list.csv', bytes: 'x' },
  ]);
  expect(await read(zip, 'pictures/a.png')).toEqual({ catalogue: '[]', pictures: ['a'] });
});

test.each([
  ['without a catalogue', [{ name: 'a.png', bytes: 'a' }], /^The ZIP has no catalogue file/],
  [
    'with two',
    [CATALOGUE, { name: 'b.json', bytes: '' }],
    /^The ZIP has several catalogue files \(catalogue.csv, b.json/,
  ],
  ['that is a workbook of Excel', [{ name: '[Content_Types].xml', bytes: '' }], WORKBOOK],
  ['that is a workbook of LibreOffice', [{ name: 'content.xml', bytes: '' }], WORKBOOK],
  ['that is a workbook of Numbers', [{ name: 'Index.zip', bytes: '' }], WORKBOOK],
  ['that is a workbook of a newer Numbers', [{ name: 'Index/Document.iwa', bytes: '' }], WORKBOOK],
  ['that is encrypted', [{ ...CATALOGUE, flags: 1 }], /^The ZIP is encrypted/],
  ['with a path upwards', [CATALOGUE, { name: '../a.png', bytes: '' }], /^The ZIP has a file outside of it/],
  ['with a hidden path upwards', [CATALOGUE, { name: 'a\\..\\..\\b', bytes: '' }], /^The ZIP has a file outside of it/],
  ['with an absolute path', [CATALOGUE, { name: '/etc/passwd', bytes: '' }], /^The ZIP has a file outside of it/],
  ['with a disk', [CATALOGUE, { name: 'C:/a.png', bytes: '' }], /^The ZIP has a file outside of it/],
  ['whose catalogue is huge', [{ ...CATALOGUE, claimed: 2 ** 31 }], /^catalogue.csv may have at most 64 MB/],
  [
    'that would fill the disk',
    [CATALOGUE, { ...CATALOGUE, claimed: 2 ** 32 - 2 }, { name: 'b', bytes: '', claimed: 9 }],
    /GB/,
  ],
  ['that lies about its size', [{ ...CATALOGUE, claimed: 2 }], /^The ZIP is damaged: too many bytes/],
])('a ZIP %s is refused', async (_, entries: ZipEntry[], reason) => {
  await expect(read(zipOf(entries))).rejects.toThrow(reason);
});

test('a broken ZIP is refused', async () => {
  const zip = zipOf([CATALOGUE, { name: 'a.png', bytes: 'a'.repeat(1_000), stored: true }]);
  await expect(read(zip.subarray(0, 200))).rejects.toThrow(/^The ZIP is damaged: /);
  await expect(read(Buffer.concat([Buffer.alloc(30), zip.subarray(30)]))).rejects.toThrow(/^The ZIP is damaged: /);
});

test('a picture that cannot be read is a fault of its own', async () => {
  const zip = zipOf([
    CATALOGUE,
    { name: 'large.png', bytes: '', claimed: MAX_PICTURE_BYTES + 1 },
    { name: 'bomb.png', bytes: Buffer.alloc(MAX_PICTURE_BYTES * 4), claimed: 100 },
  ]);
  expect((await read(zip, 'large.png', 'bomb.png')).pictures).toEqual(['has more than 5 MB', 'is damaged']);
});
