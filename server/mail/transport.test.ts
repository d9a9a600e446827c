import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../../test/support/folders.ts';
import { deleteMailFilesTo, mailFileName, mustEncrypt, sweepMailFiles } from './transport.ts';

const folder = temporaryFolders();

const NOW = new Date('2026-11-21T12:30:00.500Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

/** A folder with mails, each to an address, and one file that is no mail. */
async function folderWith(mails: readonly { to: string; writtenAt: Date }[]) {
  const directory = await folder();
  await writeFile(path.join(directory, 'notes.eml'), 'To: rahima@example.com\r\n\r\n');
  const names = mails.map(({ writtenAt }, id) => mailFileName({ writtenAt, id }));
  for (const [at, { to }] of mails.entries()) {
    const head = `From: Sodai <shop@shop.example>\r\n${to}\r\nSubject: hello`;
    await writeFile(path.join(directory, names[at] ?? ''), `${head}\r\n\r\nTo: rahima@example.com\r\n`);
  }
  return { directory, names };
}

test('a file name has the time, then the number', () => {
  expect(mailFileName({ writtenAt: NOW, id: 7 })).toBe('20261121T123000Z-000007.eml');
});

test('mails are deleted after 30 days, and nothing else is', async () => {
  const to = 'To: rahima@example.com';
  const { directory, names } = await folderWith(
    [31, 30.001, 29.999, 0].map((days) => ({ to, writtenAt: daysAgo(days) })),
  );
  await sweepMailFiles(directory, NOW);
  expect((await readdir(directory)).toSorted()).toEqual([...names.slice(2), 'notes.eml'].toSorted());
  await sweepMailFiles(path.join(directory, 'not there'), NOW);
});

test('the mails to one address are deleted, with any form of the header', async () => {
  const writtenAt = NOW;
  const { directory, names } = await folderWith([
    { to: 'To: rahima@example.com', writtenAt },
    { to: 'To: karim@example.com', writtenAt },
    { to: 'To:\r\n rahima@example.com', writtenAt },
    { to: 'to: <Rahima@example.com>', writtenAt },
    { to: 'To: not-rahima@example.com', writtenAt },
  ]);
  await deleteMailFilesTo(directory, 'rahima@example.com');
  expect((await readdir(directory)).toSorted()).toEqual([names[1], names[4], 'notes.eml'].toSorted());
});

test('many mails are read at the same time, because each step waits for all other requests of a busy shop', async () => {
  const files = 200;
  const { directory } = await folderWith(
    Array.from({ length: files }, () => ({ to: 'To: karim@example.com', writtenAt: NOW })),
  );
  const deleted = deleteMailFilesTo(directory, 'rahima@example.com').then(() => true);
  // A busy shop: each turn of its loop takes some ms.
  let turns = 0;
  while (!(await Promise.race([deleted, setImmediate(false)]))) {
    const until = performance.now() + 3;
    while (performance.now() < until);
    turns += 1;
  }
  expect(turns).toBeLessThan(files);
});

test.each([
  ['smtp://shop:secret@mail.example:587', true],
  ['smtp://shop:secret@10.0.0.5', true],
  ['smtp://shop:secret@localhost.example', true],
  ['smtp://shop:secret@localhost', false],
  ['smtp://shop:secret@127.0.0.1:1025', false],
  ['smtp://shop:secret@[::1]:25', false],
  ['smtp://mail.example:25', false],
])('to %s only encrypted: %s', (url, must) => expect(mustEncrypt(url)).toBe(must));
