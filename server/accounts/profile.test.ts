import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { describeWithDatabase, profileChange, unreachable } from '../../test/support/databases.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { accountRow, openIdentity, registerUser, sessionCount, visitor } from '../../test/support/identity.ts';
import { HTML, jpeg, png } from '../../test/support/pictures.ts';
import type { Database } from '../db/connect.ts';
import type { Identity, Viewer } from '../identity/identity.ts';
import { createRateLimits } from '../limits/rate-limits.ts';
import { type Images, createImages } from '../images/images.ts';
import { type Users, createUsers } from './profile.ts';
import { exampleAddress, exampleProfileForm, FIRST_ADDRESS } from '../../test/support/factories.ts';

const FORM = exampleProfileForm({ name: 'Rahima Khatun', street: '7 Lake Road', division: 'sylhet' });

describeWithDatabase('users', ({ open }) => {
  const newFolder = temporaryFolders();
  let database: Database;
  let directory: string;
  let identity: Identity;
  let images: Images;
  let users: Users;

  beforeAll(async () => {
    database = await open();
    directory = await newFolder();
    identity = openIdentity(database);
    images = createImages({ kind: 'files', directory });
    users = openUsers();
  });

  const openUsers = (change: Partial<Parameters<typeof createUsers>[0]> = {}) =>
    createUsers({ database, images, identity, limits: null, log: pino({ level: 'silent' }), ...change });

  async function newViewer(): Promise<Viewer> {
    const { cookie } = await registerUser(identity);
    const viewer = await identity.viewer(visitor(cookie).headers);
    if (!viewer) throw new Error('nobody is signed in');
    return viewer;
  }

  const languageOf = async ({ email }: Viewer) => (await accountRow(database, email))?.language;

  test('a new customer’s document has the defaults', async () => {
    const viewer = await newViewer();
    expect(await users.profile(viewer)).toEqual({
      id: viewer.id,
      email: viewer.email,
      name: viewer.name,
      role: 'user',
      imgUrl: '',
      defaultImg: expect.stringMatching(/^\//),
      phone: '',
      gender: '',
      joinedDate: expect.stringMatching(/^[A-Z][a-z]+ \d{2}, \d{4} \d{2}:\d{2}:\d{2} [AP]M$/),
      address: FIRST_ADDRESS,
      scheduleForDeletion: false,
    });
  });

  test('a profile can be changed, and open pages are notified', async () => {
    const viewer = await newViewer();
    const { told } = await profileChange(database, viewer.id);
    const outcome = await users.updateProfile(viewer, FORM);
    await told();
    expect(outcome).toEqual({ ok: true, value: await users.profile(viewer) });
    expect(await users.profile(viewer)).toMatchObject({
      name: 'Rahima Khatun',
      phone: '01712345678',
      gender: 'female',
      address: exampleAddress({ street: '7 Lake Road', division: 'sylhet' }),
    });
  });

  test('fields outside the form do not change: e-mail, country, role, picture, other customers’ data', async () => {
    const [viewer, other] = [await newViewer(), await newViewer()];
    const before = await users.profile(other);
    const names = { email: 'new@example.com', country: 'India', role: 'admin' };
    const extra = { id: other.id, ...names, imgUrl: '/x', img_url: '/x', scheduleForDeletion: true };
    expect(await users.updateProfile(viewer, { ...FORM, ...extra })).toMatchObject({ ok: true });
    expect(await users.profile(viewer)).toMatchObject({
      id: viewer.id,
      email: viewer.email,
      role: 'user',
      imgUrl: '',
      scheduleForDeletion: false,
      address: { country: 'Bangladesh' },
    });
    expect(await users.profile(other)).toEqual(before);
  });

  test('the language of the page that a customer has opened is stored, for this customer only', async () => {
    const { cookie } = await registerUser(identity);
    const read = () => identity.viewer(visitor(cookie).headers);
    const viewer = await read();
    if (!viewer) throw new Error('nobody is signed in');
    const other = await newViewer();
    expect([viewer.language, other.language]).toEqual(['en', 'en']);
    await users.rememberLanguage(viewer, 'bn');
    const after = await read();
    expect(after).toEqual({ ...viewer, language: 'bn' });
    expect((await identity.session(visitor(cookie).headers))?.user.language).toBe('bn');
    await users.rememberLanguage(after ?? viewer, 'en');
    expect(await read()).toEqual(viewer);
    expect(await languageOf(other)).toBe('en');
  });

  test('the language that a customer has already is not stored again', async () => {
    const viewer = await newViewer();
    // The stored language shows whether anything was written.
    await database.kysely.updateTable('users').set({ language: 'bn' }).where('id', '=', viewer.id).execute();
    await users.rememberLanguage(viewer, 'en');
    expect(await languageOf(viewer)).toBe('bn');
  });

  test('an unavailable database does not make a page fail only because of its language', async () => {
    const viewer = await newViewer();
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const cut = openUsers({ database: unreachable(database), log });
    await cut.rememberLanguage(viewer, 'bn');
    expect(lines).toEqual([expect.stringContaining('the language of a customer could not be stored')]);
    expect(await languageOf(viewer)).toBe('en');
  });

  test('an error changes nothing', async () => {
    const viewer = await newViewer();
    const before = await users.profile(viewer);
    const outcome = await users.updateProfile(viewer, { ...FORM, phone: '123' });
    const reason = { code: 'invalid-phone' };
    expect(outcome).toEqual({ ok: false, status: 422, reason, fields: [{ field: 'phone', reason }] });
    expect(await users.profile(viewer)).toEqual(before);
  });

  test('SQL, HTML, NUL and unpaired surrogates are only text', async () => {
    const viewer = await newViewer();
    const street = `'; drop table users; -- <script>alert(1)</script> \0 \uD83E \u202Eevil`;
    expect(await users.updateProfile(viewer, { ...FORM, street })).toMatchObject({ ok: true });
    const { address } = await users.profile(viewer);
    expect(address.street).toContain(`'; drop table users; -- <script>alert(1)</script>`);
    expect(address.street.isWellFormed()).toBe(true);
    expect(address.street).not.toMatch(/[\0\u202E]/);
  });

  test('a new picture replaces the old one, and open pages are notified', async () => {
    const viewer = await newViewer();
    const first = await users.setPicture(viewer, () => jpeg(40, 30));
    expect(first).toEqual({ ok: true, value: { imgUrl: (await users.profile(viewer)).imgUrl } });
    const old = (await users.profile(viewer)).imgUrl ?? '';
    const { told } = await profileChange(database, viewer.id);
    await users.setPicture(viewer, () => png(40, 30));
    await told();
    const now = (await users.profile(viewer)).imgUrl ?? '';
    expect(now).not.toBe(old);
    expect(await images.read(old)).toBeNull();
    expect(await images.read(now)).not.toBeNull();
    await users.removePicture(viewer);
    expect((await users.profile(viewer)).imgUrl).toBeNull();
    expect(await images.read(now)).toBeNull();
    await users.removePicture(viewer);
    expect((await users.profile(viewer)).imgUrl).toBeNull();
  });

  test('a file that is no picture is refused, and the old picture stays', async () => {
    const viewer = await newViewer();
    await users.setPicture(viewer, () => jpeg(40, 30));
    const { imgUrl } = await users.profile(viewer);
    const whole = await jpeg(300, 200);
    for (const [bytes, status] of [
      [HTML, 415],
      [whole.subarray(0, whole.length - 500), 422],
    ] as const) {
      expect(await users.setPicture(viewer, async () => bytes)).toMatchObject({ ok: false, status });
    }
    expect((await users.profile(viewer)).imgUrl).toBe(imgUrl);
    expect(await images.read(imgUrl ?? '')).not.toBeNull();
  });

  test('a customer can send one picture at a time; a second one is not even read; other customers are not blocked', async () => {
    const [viewer, other] = [await newViewer(), await newViewer()];
    const arriving = Promise.withResolvers<Uint8Array>();
    const first = users.setPicture(viewer, () => arriving.promise);
    const unread = () => Promise.reject(new Error('this file must not be read'));
    const busy = { ok: false, status: 429, reason: { code: 'one-picture-at-a-time' }, retryAfter: 5 };
    expect(await users.setPicture(viewer, unread)).toMatchObject(busy);
    expect(await users.setPicture(other, () => png(40, 40))).toMatchObject({ ok: true });
    arriving.resolve(await png(40, 40));
    expect(await first).toMatchObject({ ok: true });
  });

  test('after an interrupted upload the next one is accepted', async () => {
    const viewer = await newViewer();
    await expect(users.setPicture(viewer, () => Promise.reject(new Error('aborted')))).rejects.toThrow('aborted');
    const tooLarge = { status: 413, reason: { code: 'picture-too-large', limit: 5 * 1024 * 1024 } };
    expect(await users.setPicture(viewer, async () => null)).toMatchObject(tooLarge);
    expect(await users.setPicture(viewer, () => png(40, 40))).toMatchObject({ ok: true });
  });

  test('after ten pictures in ten minutes, good or bad, the next one is refused, but not another customer’s', async () => {
    const [viewer, other] = [await newViewer(), await newViewer()];
    let now = Date.now();
    const limits = createRateLimits(database.kysely, () => now);
    const limited = openUsers({ limits });
    const send = (owner: Viewer) => limited.setPicture(owner, async () => HTML);
    for (let time = 1; time <= 10; time += 1) expect(await send(viewer)).toMatchObject({ status: 415 });
    now += 9 * 60_000;
    const tooMany = { status: 429, reason: { code: 'too-many-pictures', seconds: 60 }, retryAfter: 60 };
    expect(await send(viewer)).toMatchObject(tooMany);
    expect(await send(other)).toMatchObject({ status: 415 });
    now += 60_000;
    expect(await send(viewer)).toMatchObject({ status: 415 });
  });

  test('after parallel uploads in several processes exactly one picture remains, with all its files', async () => {
    const viewer = await newViewer();
    const before = await readdir(path.join(directory, 'u'));
    const processes = [openUsers(), openUsers(), openUsers()];
    await Promise.all(processes.map((users) => users.setPicture(viewer, () => png(40, 40))));
    const { imgUrl } = await users.profile(viewer);
    const added = (await readdir(path.join(directory, 'u'))).filter((file) => !before.includes(file));
    const name = /\/u\/(\w+)-320/.exec(imgUrl ?? '')?.[1] ?? '';
    expect(added).toHaveLength(6);
    for (const file of added) expect(file.startsWith(name)).toBe(true);
  });

  test('a change succeeds even when old files cannot be deleted', async () => {
    const viewer = await newViewer();
    const stuck = { ...images, remove: () => Promise.reject(new Error('the disk is read-only')) };
    const clumsy = openUsers({ images: stuck });
    await clumsy.setPicture(viewer, () => png(40, 40));
    await clumsy.removePicture(viewer);
    expect((await users.profile(viewer)).imgUrl).toBeNull();
  });

  test('a deletion request flags the account and ends all sessions of that account only', async () => {
    const [viewer, other] = [await newViewer(), await newViewer()];
    const { told } = await profileChange(database, viewer.id);
    await users.scheduleDeletion(viewer);
    await told();
    expect(await users.profile(viewer)).toMatchObject({ scheduleForDeletion: true });
    const at = (await accountRow(database, viewer.email))?.deletion_requested_at;
    expect(Date.now() - (at?.getTime() ?? 0)).toBeLessThan(60_000);
    expect(await sessionCount(database, viewer.email)).toBe(0);
    expect(await sessionCount(database, other.email)).toBe(1);
  });

  test('nothing changes when the account was deleted in the meantime', async () => {
    const viewer = await newViewer();
    await database.kysely.deleteFrom('users').where('id', '=', viewer.id).execute();
    const before = await readdir(path.join(directory, 'u'));
    const gone = { ok: false, status: 422, reason: { code: 'account-gone' } };
    expect(await users.updateProfile(viewer, FORM)).toEqual(gone);
    expect(await users.setPicture(viewer, () => png(40, 40))).toEqual(gone);
    expect(await readdir(path.join(directory, 'u'))).toEqual(before);
    await users.removePicture(viewer);
    await users.scheduleDeletion(viewer);
    await users.rememberLanguage(viewer, 'bn');
  });
});
