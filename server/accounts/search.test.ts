import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { anyText } from '../../test/support/arbitraries.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { openIdentity } from '../../test/support/identity.ts';
import type { Database } from '../db/connect.ts';
import { type Accounts, createAccounts } from './admin.ts';
import { catalogueRow, exampleProduct, exampleShipping, FIRST_ADDRESS } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';

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
    const words = text.toLowerCase().trim().split(/\s+/);
    const found = customers.filter(({ email, name, phone }) => {
      const known = `${name.toLowerCase()} ${email} ${phone.slice(3)}`;
      return words.every((word) => known.includes(word));
    });
    return found.map(({ id }) => id);
  }

  const texts = fc.oneof(
    fc.constantFrom(...',r,rah,HIMA K,বে,öz,zzz,last,01,01712340,01712340007,0007,nobody, '.split(',')),
    fc.nat(ACCOUNTS - 1).map((at) => storedAt(at).email),
    fc.stringMatching(/^[a-zু০-৪]{1,3}$/).filter((text) => !/^[০-৯]+$/.test(text)),
  );

  test('finds what a plain filter finds, in the order of the e-mail addresses', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const ids = expected(text);
        const first = await accounts.search({ text, limit: 20 });
        expect(first.customers.map(({ id }) => id)).toEqual(ids.slice(0, 20));
        for (const { id, phone } of first.customers) expect(phone).toBe(all.find((one) => one.id === id)?.phone);
        expect(first.next).toBe(ids.length > 20 ? ids[19] : null);
        if (!first.next) return;
        const second = await accounts.search({ text, limit: 20, after: first.next });
        expect(second.customers.map(({ id }) => id)).toEqual(ids.slice(20, 40));
      }),
      { numRuns: 50 },
    );
  });

  test('takes any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ maxLength: 80 }), async (text) => {
        expect((await accounts.search({ text, limit: 1 })).customers.length).toBeLessThanOrEqual(1);
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
    const found = async (text: string) => (await accounts.search({ text })).customers.map(({ id }) => id);
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

  test('a customer is whoever ordered: found by any part of a phone, by house and area, and as one', async () => {
    const { kysely } = database;
    const orders = usualOrders(database);
    await createCatalogue(database).importRows([catalogueRow(exampleProduct())], 'operator');
    await kysely.insertInto('users').values({ id: 'amina', email: 'amina@example.com', name: 'Amina' }).execute();
    const take = async (info: { name: string; phone: string; street: string }) => {
      const items = [{ id: exampleProduct().id, quantity: 1 }];
      const shippingInfo = exampleShipping({ ...info, email: '' });
      return valueOf(await orders.admin.place({ items, shippingInfo, idempotencyKey: randomUUID() }, 'operator')).id;
    };
    const found = async (text: string) => (await accounts.search({ text })).customers;
    const taken = await take({ name: 'Rokeya', phone: '+8801955501017', street: 'House 77/B, Road 5' });
    const forms = [
      '01955501017',
      '1955501017',
      '৫৫০১০১৭',
      '+88 01955-501 017',
      '5501',
      '1017',
      'rokeya',
      '77/b',
      'road rokeya',
    ];
    for (const text of forms)
      expect(await found(text)).toMatchObject([{ id: '01955501017', name: 'Rokeya', orders: 1, pendingOrders: 1 }]);
    expect(await found('rokeya 78')).toEqual([]);

    // Another place of the same phone is found too; an edit takes back what was wrong.
    await take({ name: 'Rokeya', phone: '01955501017', street: 'Flat 9, Lake View' });
    for (const text of ['lake view', '77/b']) expect(await found(text)).toMatchObject([{ orders: 2 }]);
    const corrected = { change: 'edit', shippingInfo: { phone: '01955501018' } } as const;
    valueOf(await orders.admin.change(taken, corrected, 'operator'));
    expect(await found('77/b')).toMatchObject([{ id: '01955501018', orders: 1 }]);
    expect(await found('501017')).toMatchObject([{ id: '01955501017', orders: 1 }]);

    // An account whose orders have the phone is the customer, and both its page and the phone's show it.
    const amina = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
    const shippingInfo = exampleShipping({ name: 'Amina', phone: '01955501017', street: 'Lane 3' });
    valueOf(await orders.place(amina, { ...placeRequest([exampleProduct(), 2]), shippingInfo }));
    expect(await found('955501017')).toMatchObject([{ id: 'amina', phone: '01955501017', orders: 1 }]);
    expect(await accounts.show('amina')).toMatchObject({ phone: '', phones: ['01955501017'] });
    expect(await accounts.ofPhone('+88 01955-501017')).toMatchObject({
      phone: '01955501017',
      accounts: [{ userId: 'amina', name: 'Amina' }],
    });
    expect((await orders.admin.list({ phone: '01955501017' })).orders).toHaveLength(2);
    await kysely.deleteFrom('users').where('id', '=', 'amina').execute();
    expect(await found('955501017')).toMatchObject([{ id: '01955501017', name: 'Rokeya' }]);
    expect(await accounts.ofPhone('01955509999')).toBeNull();
  });
});
