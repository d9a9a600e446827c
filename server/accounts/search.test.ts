import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { anyText } from '../../test/support/arbitraries.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { openIdentity } from '../../test/support/identity.ts';
import type { Database } from '../db/connect.ts';
import { type Accounts, createAccounts } from './admin.ts';
import { FIRST_ADDRESS } from '../../test/support/factories.ts';

const ACCOUNTS = 500;
const NAMES = ['Rahima Khatun', 'রহিমা বেগম', 'Élodie Özil', 'Abdur Rahman'];

function storedAt(at: number) {
  const letters = String((at * 7919) % 10_000).replace(/\d/g, (digit) => 'qwertyuiop'.charAt(Number(digit)));
  return {
    id: `u${at}`,
    email: `${letters}@example.com`,
    name: at === 11 ? 'Zzz Last' : (NAMES[at % NAMES.length] ?? ''),
    phone: at % 3 === 0 ? '' : `+880171234${String(at).padStart(4, '0')}`,
    role: at % 10 === 0 ? 'operator' : at % 10 === 5 ? 'blocked' : 'user',
  };
}

describeWithDatabase('the operator’s search for customers', ({ open }) => {
  const all = Array.from({ length: ACCOUNTS }, (_, at) => storedAt(at));
  const customers = all.filter(({ role }) => role !== 'operator').toSorted((a, b) => (a.email < b.email ? -1 : 1));
  let database: Database;
  let accounts: Accounts;

  beforeAll(async () => {
    database = await open();
    const none = { remove: async () => {}, deleteFilesTo: async () => {} };
    accounts = createAccounts({ database, identity: openIdentity(database), images: none, mail: none });
    await sql`insert into users (id, email, name, phone, role)
      select id, email, name, phone, role from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as given (id text, email text, name text, phone text, role text)`.execute(database.kysely);
  });

  /** The ids in the order of the e-mail addresses. */
  function expected(text: string): string[] {
    const needle = text.toLowerCase().replace(/\s+/g, ' ').trim();
    const found = customers.filter(({ email, name, phone }) => {
      const [first = '', last = ''] = name.toLowerCase().split(' ');
      return [`${first} ${last}`, last, email, phone.slice(3)].some((word) => word.startsWith(needle));
    });
    return found.map(({ id }) => id);
  }

  const texts = fc.oneof(
    fc.constantFrom(...',r,rah,RAHIMA K,বে,öz,zzz,last,01,01712340,01712340007,nobody, '.split(',')),
    fc.nat(ACCOUNTS - 1).map((at) => storedAt(at).email),
    fc.stringMatching(/^[a-zু০-৪]{1,3}$/).filter((text) => !/^[০-৯]+$/.test(text)),
  );

  test('finds what a plain filter finds, in the order of the e-mail addresses', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const ids = expected(text);
        const first = await accounts.search({ text, limit: 20 });
        expect(first.accounts.map(({ id }) => id)).toEqual(ids.slice(0, 20));
        for (const { id, phone } of first.accounts) expect(phone).toBe(all.find((one) => one.id === id)?.phone);
        expect(first.next).toBe(ids.length > 20 ? ids[19] : null);
        if (!first.next) return;
        const second = await accounts.search({ text, limit: 20, after: first.next });
        expect(second.accounts.map(({ id }) => id)).toEqual(ids.slice(20, 40));
      }),
      { numRuns: 50 },
    );
  });

  test('takes any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ maxLength: 80 }), async (text) => {
        expect((await accounts.search({ text, limit: 1 })).accounts.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 50 },
    );
  });

  test('shows an account with its profile', async () => {
    const profile = { ...storedAt(1), gender: '', address: FIRST_ADDRESS, language: 'en' };
    const facts = { orders: 0, pendingOrders: 0, deletionRequestedAt: null };
    expect(await accounts.show('u1')).toMatchObject({ ...profile, ...facts });
    expect(await accounts.show('gone')).toBeNull();
  });

  test('follows changes of an account', async () => {
    const { kysely } = database;
    const found = async (text: string) => (await accounts.search({ text })).accounts.map(({ id }) => id);
    const [{ id } = { id: '' }] = customers;
    const set = (change: { name?: string; phone?: string; role?: string }) =>
      kysely.updateTable('users').set(change).where('id', '=', id).execute();
    await set({ name: 'Nusrat Jahan', phone: '01511111111' });
    for (const text of ['nusrat', 'jahan', '০১৫১১']) expect(await found(text)).toEqual([id]);
    for (const role of ['blocked', 'operator', 'user']) {
      await set({ role });
      expect(await found('nusrat')).toEqual(role === 'operator' ? [] : [id]);
    }
    await kysely.deleteFrom('users').where('id', '=', id).execute();
    expect(await found('nusrat')).toEqual([]);
  });
});
