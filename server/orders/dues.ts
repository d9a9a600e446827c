/** What phones owe for orders that were delivered: sums of the ledger (product §13). */
import { hash as digest } from 'node:crypto';
import { sql } from 'kysely';
import { dayInDhaka, dayParts } from '../../base/dates.ts';
import { localDigits } from '../../base/digits.ts';
import type { Language } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import { fromPoisha } from '../../domain/money.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { shortOrderId } from '../../domain/orders/order.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { walletsOf } from '../../domain/shop/settings.ts';
import { whatsAppLink } from '../../domain/typed/phone.ts';
import { chatWith } from '../../messages/order-line.ts';
import { TEXTS } from '../../messages/texts.ts';
import { type Actor, audit } from '../db/audit.ts';
import { refusable, transact } from '../db/errors.ts';
import { type Page, readPage } from '../db/page.ts';
import { amountText } from '../mail/email.ts';
import type { Shop } from '../shop/shop.ts';
import { changeNow } from './change.ts';
import type { OrderParts } from './orders.ts';

/** Amounts in Tk, days 'YYYY-MM-DD'. */
export interface PhoneDues {
  /** As it is dialled. */
  phone: string;
  /** Of its latest order that owes. */
  name: string;
  sum: number;
  /** When the oldest of them was delivered; null while none owes. */
  since: string | null;
  orders: number;
  /** With a further order it may owe so much before that waits for a call; null: any sum. */
  limit: number | null;
  /** Opens a chat about the sum; null: the phone has none. */
  chat: string | null;
  unpaid: { id: string; day: string; /** What was to collect. */ total: number; owed: number }[];
}

export type Settling = Extract<OrderChange, { change: 'collect' | 'write-off' }>;

const PAGE_SIZE = 50;

export function createDues(parts: OrderParts, shop: Pick<Shop, 'name' | 'nameBn' | 'settings'>) {
  const { kysely } = parts;

  async function of(phones: readonly string[]): Promise<PhoneDues[]> {
    const { rows } = await sql<Omit<PhoneDues, 'chat'> & { language: Language }>`
      select given.phone, coalesce((array_agg(name order by number desc))[1], '') as name, coalesce(sum(owed), 0)::float / 100 as sum,
        min(day) as since, count(id)::integer as orders, limit_poisha::float / 100 as limit,
        coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'total', total / 100.0, 'owed', owed / 100.0) order by number)
          filter (where id is not null), '[]') as unpaid,
        coalesce((
          select coalesce(users.language, orders.language) from orders left join users on users.id = user_id where search_phone(shipping_info ->> 'phone') = given.phone
          order by number desc limit 1), 'bn') as language
      from (
        select search_phone(text) as phone, min(at) as at from unnest(${phones}::text[]) with ordinality as asked (text, at) group by 1
      ) as given left join owing_orders(given.phone) on true left join due_limits on due_limits.phone = given.phone
      group by at, given.phone, limit_poisha order by at`.execute(kysely);
    return rows.map(({ language, ...dues }) => Object.assign(dues, { chat: chatAbout(language, dues) }));
  }

  function chatAbout(language: Language, { phone, sum }: Pick<PhoneDues, 'phone' | 'sum'>): string | null {
    if (sum === 0) return chatWith(language, phone, shop);
    const text = fillIn(language, TEXTS[language].STATEMENT_SUM, { sum: amountText(language, String(sum)) });
    return whatsAppLink(phone, [`${shopNameIn(language, shop)}: ${text}`, ...walletTexts(language)].join('\n'));
  }

  const walletTexts = (language: Language): string[] =>
    walletsOf(shop.settings()).map((wallet) => localDigits(language, wallet));

  /** As a text to be sent. */
  function statement(language: Language, { name, phone, sum, unpaid }: PhoneDues): string {
    const { STATEMENT, STATEMENT_LINE, STATEMENT_SUM, DAY_OF_YEAR } = TEXTS[language];
    const dayOf = (day: string): string => fillIn(language, DAY_OF_YEAR, dayParts(language, day, 'short'));
    const tk = (amount: number): string => amountText(language, String(amount));
    const line = ({ id, day, total, owed }: PhoneDues['unpaid'][number]): string =>
      fillIn(language, STATEMENT_LINE, { id: shortOrderId(id), day: dayOf(day), total: tk(total), owed: tk(owed) });
    return [
      shopNameIn(language, shop),
      fillIn(language, STATEMENT, { name, phone: localDigits(language, phone), day: dayOf(dayInDhaka(new Date())) }),
      ...unpaid.map(line),
      fillIn(language, STATEMENT_SUM, { sum: tk(sum) }),
      ...walletTexts(language),
    ].join('\n');
  }

  /** With their statements. */
  async function show(phones: readonly string[]) {
    const withText = (dues: PhoneDues) =>
      Object.assign(dues, { statement: { en: statement('en', dues), bn: statement('bn', dues) } });
    return (await of(phones)).map(withText);
  }

  async function showOne(phone: string) {
    const [dues] = await show([phone]);
    if (!dues) throw new Error('a phone has no dues');
    return dues;
  }

  return {
    show,
    showOne,

    /** Who owes: the oldest order first. */
    async list({ after, limit = PAGE_SIZE }: Page = {}) {
      const phone = sql<string>`search_phone(oldest.shipping_info ->> 'phone')`;
      const first = sql<number>`(
        select min(number) from orders where owes and search_phone(shipping_info ->> 'phone') = ${phone})`;
      const oldest = kysely
        .selectFrom('orders as oldest')
        .select(['number as id', phone.as('phone')])
        .orderBy('number');
      const from = Number.isSafeInteger(Number(after)) ? Number(after) : 0;
      const query = oldest.where(sql<boolean>`owes and ${phone} <> '' and number = ${first} and number > ${from}`);
      const { shown, next } = await readPage(query, limit);
      return { dues: await of(shown.map((row) => row.phone)), next };
    },

    /**
     * Pays or writes off: of the oldest orders first, all of it or nothing. More than is owed is refused. `key`: whoever
     * sends it again until there is an answer does it once.
     */
    async settle(phone: string, asked: Settling, operator: Actor, key?: string) {
      const by = { actor: 'operator', operator } as const;
      const hash = digest('sha256', JSON.stringify([phone, asked]));
      const work = refusable(() =>
        kysely.transaction().execute(async (trx): Promise<Outcome<null>> => {
          // Whoever changes one of these orders waits, and so does whoever asks with the same key.
          await sql`
            select from orders where owes and search_phone(shipping_info ->> 'phone') = nullif(search_phone(${phone}), '')
            order by number for update`.execute(trx);
          const used = trx
            .selectFrom('order_history')
            .select('request_hash as hash')
            .where('key', '=', key ?? null);
          const before = await used.executeTakeFirst();
          if (before) return before.hash === hash ? { ...done(null), repeated: true } : KEY_USED;
          const { rows } = await sql<{ id: string; owed: number }>`
            select id, owed from owing_orders(search_phone(${phone})) order by number`.execute(trx);
          let left = asked.amount;
          if (left <= 0 || left > rows.reduce((sum, { owed }) => sum + owed, 0)) return TOO_MUCH;
          for (const [at, { id, owed }] of rows.entries()) {
            const part = { ...asked, amount: Math.min(left, owed) };
            left -= part.amount;
            const request = { id, asked: part, by, ...(at === 0 && { key, hash }) };
            const changed = part.amount === 0 || (await changeNow({ ...parts, kysely: trx }, request));
            if (changed !== true && !changed.ok)
              throw new Error(`order ${id} is locked, and yet: ${changed.reason.code}`);
          }
          return done(null);
        }),
      );
      const settled = await work;
      return settled.ok ? { ...settled, value: await showOne(phone) } : settled;
    },

    /** In poisha; null: none. */
    async limit(given: string, limit: number | null, by: Actor) {
      await transact(kysely, async (trx) => {
        const row = { phone: sql<string>`search_phone(${given})`, limit_poisha: limit };
        const set = trx.insertInto('due_limits').values(row);
        await set.onConflict((same) => same.column('phone').doUpdateSet(row)).execute();
        const details = { limit: limit === null ? 'none' : fromPoisha(limit) };
        // The log keeps no personal data.
        await audit(trx, { actor: by, action: 'dues.limit', subject: given.slice(-3), details });
      });
      return done(await showOne(given));
    },
  };
}

const KEY_USED = refused(409, { code: 'change-key-used' });
const AMOUNT = { code: 'amount' } as const;
const TOO_MUCH = refused(422, AMOUNT, { fields: [{ field: 'amount', reason: AMOUNT }] });
