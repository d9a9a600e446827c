import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { asciiDigits } from '../../base/digits.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/orders/order.ts';
import { anyText } from '../../test/support/arbitraries.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import type { Orders } from './orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';

interface Stored {
  id: string;
  status: OrderStatus;
  user_id: string | null;
  shipping_info: { name: string; email: string; phone: string };
}

/** More than are looked at one after the other, so that rare texts are found by the index. */
const ORDERS = 1_300;
const NAMES = 'Rahima Khatun,রহিমা  বেগম,Élodie ÖZIL,Abdur Rahman Chowdhury,Md. Karim,Ωmega,ক\u200dষ'.split(',');
const PHONES = ['01712345678', '+8801812345678', '+88-01999999999', '01512345679'];

/** The number's text in letters: no two orders are alike. */
function lettersOf(at: number): string {
  return String(at + 1_000).replace(/\d/g, (digit) => 'qwertyuiop'.charAt(Number(digit)));
}

function storedAt(at: number): Stored {
  const name = at === 7 ? 'Only Once' : (NAMES[at % NAMES.length] ?? '');
  const email = `${lettersOf(at)}@example.com`;
  return {
    id: `${lettersOf(at * 7)}${'0'.repeat(20)}`,
    status: at % 5 === 0 ? 'canceled' : at % 7 === 0 ? 'pending' : 'delivered',
    user_id: at % 4 === 0 ? 'rahima' : null,
    shipping_info: { name, email, phone: PHONES[at % PHONES.length] ?? '' },
  };
}

/** Compares as the search does, by rules that are written down again. */
function folded(text: string): string {
  return text
    .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

function dialled(text: string): string {
  const ascii = asciiDigits(text).replace(/[‐‑–—]/g, '-');
  return /^[-+() 0-9]+$/.test(ascii) ? ascii.replace(/\D/g, '').replace(/^88(?=0)/, '') : '';
}

function finds({ id, shipping_info: { name, email, phone } }: Stored, text: string): boolean {
  const [needle, digits] = [folded(text), dialled(text)];
  if (needle === '' || needle === '#') return true;
  const parts = folded(name).split(' ');
  const words = [...parts.map((_, at) => parts.slice(at).join(' ')), folded(email), dialled(phone)];
  const byWord = words.some((word) => word.startsWith(needle) || (digits !== '' && word.startsWith(digits)));
  return byWord || (/^#?[a-z0-9]+$/.test(needle) && id.startsWith(needle.replace('#', '')));
}

describeWithDatabase('the operator’s search for orders', ({ open }) => {
  const all = Array.from({ length: ORDERS }, (_, at) => storedAt(at));
  let database: Database;
  let list: Orders['admin']['list'];

  beforeAll(async () => {
    database = await open();
    ({ list } = usualOrders(database).admin);
    const rahima = { id: 'rahima', email: 'rahima@example.com', name: 'Rahima' };
    await database.kysely.insertInto('users').values(rahima).execute();
    await sql`
      with placed as (insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status,
        sub_total_poisha, shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info)
      select id, user_id, gen_random_uuid(), '', status, 'cashon', 'unpaid', 100, 6000, 0, 6100, shipping_info
      from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as given (id text, user_id text, status text, shipping_info jsonb) returning number)
      insert into order_history (order_number, actor, to_status) select number, 'owner', 'pending' from placed`.execute(
      database.kysely,
    );
  });

  async function idsOf(query: Parameters<typeof list>[0]): Promise<string[]> {
    return (await list({ limit: ORDERS, ...query })).orders.map(({ order }) => order.id);
  }

  const texts = fc.oneof(
    fc.constantFrom(...'r,রহি,ÉLO,özil,rahman c,KARIM,only,Once,ωm,ক্ষ,zz,, ,#,0'.split(',')),
    fc.constantFrom(...'01,017,+88 01712,০১৭১২-৩৪,88019,(017) 1,1712,+88,01712345678,q,#qw,QWERT'.split(',')),
    fc.nat(ORDERS - 1).map((at) => lettersOf(at)),
    fc.nat(ORDERS - 1).map((at) => `#${storedAt(at).id.slice(0, 6)}`),
    anyText({ maxLength: 4 }),
  );

  test('finds what a plain filter finds, in every order', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.option(fc.constantFrom(...ORDER_STATUSES), { nil: undefined }),
        fc.option(fc.constant('rahima'), { nil: undefined }),
        fc.boolean(),
        async (search, status, userId, oldestFirst) => {
          const expected = all.filter(
            (order) =>
              finds(order, search) && (!status || order.status === status) && (!userId || order.user_id === userId),
          );
          if (!oldestFirst) expected.reverse();
          const first = await list({ search, status, userId, oldestFirst, limit: 20 });
          expect(first.orders.map(({ order }) => order.id)).toEqual(expected.slice(0, 20).map(({ id }) => id));
          expect(first.next).toBe(expected.length > 20 ? (expected[19]?.id ?? null) : null);
          if (!first.next) return;
          const second = await idsOf({ search, status, userId, oldestFirst, after: first.next, limit: 15 });
          expect(second).toEqual(expected.slice(20, 35).map(({ id }) => id));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('finds rare, old orders with the index', async () => {
    expect(await idsOf({ search: 'only' })).toEqual([storedAt(7).id]);
    expect(await idsOf({ search: 'once', status: 'pending' })).toEqual([storedAt(7).id]);
    expect(await idsOf({ search: 'once', status: 'canceled' })).toEqual([]);
    expect(await idsOf({ search: 'once', since: new Date(Date.now() + 60_000) })).toEqual([]);
  });

  describe('finds orders no more', () => {
    test('by an address that was deleted', async () => {
      const { id } = storedAt(3);
      const search = storedAt(3).shipping_info.email;
      expect(await idsOf({ search })).toEqual([id]);
      await database.kysely.updateTable('orders').set({ shipping_info: '{}' }).where('id', '=', id).execute();
      expect(await idsOf({ search })).toEqual([]);
      expect(await idsOf({ search: id })).toEqual([id]);
    });

    test('that were deleted', async () => {
      const { id, shipping_info } = storedAt(5);
      await database.kysely.deleteFrom('orders').where('id', '=', id).execute();
      expect(await idsOf({ search: shipping_info.email })).toEqual([]);
    });
  });
});
