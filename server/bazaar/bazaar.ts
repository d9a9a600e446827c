/** What the orders of a day need from the bazaar, and what was bought there. */
import { type Kysely, sql } from 'kysely';
import { localDigits } from '../../base/digits.ts';
import { dayInDhaka, dayParts } from '../../base/dates.ts';
import { fillIn } from '../../base/message.ts';
import {
  type BazaarList,
  type BazaarRow,
  boughtUnit,
  piecesOf,
  quantityOf,
  sumOf,
  toBuy,
} from '../../domain/bazaar/bazaar.ts';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import { measureText } from '../../domain/catalogue/measure.ts';
import { fromPoisha } from '../../domain/money.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { TEXTS } from '../../messages/texts.ts';
import { type Actor, audit, operatorOf } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';

/** What somebody says of a row; what is missing stays. */
export interface Purchase {
  bought?: boolean | undefined;
  /** In the unit of the row; null: as much as is needed. */
  quantity?: number | null | undefined;
  paidPoisha?: number | null | undefined;
}

interface BazaarParts {
  database: Pick<Database, 'kysely'>;
  categories: () => readonly Category[];
  lowStock: () => number;
}

const UNKNOWN = refused(404, { code: 'unknown', what: 'product' });

export function createBazaar({ database: { kysely }, categories, lowStock }: BazaarParts) {
  /** What is in stock then; null where it is not counted, or so much is not there to be taken away. */
  async function moveStock(trx: Kysely<Tables>, id: string, change: number, by: Actor): Promise<number | null> {
    const { rows } = await sql<{ here: number | null }>`
      select move_stock(${id}, ${change}, 'goods in', ${lowStock()}, null, ${operatorOf(by)}, 'Bazaar') as here`.execute(
      trx,
    );
    return rows[0]?.here ?? null;
  }

  return {
    /** Of a day, by default the next one with orders; of one delivery time of it, when that begins at `time`. */
    async list(day?: string, time: string | null = null, now = new Date()): Promise<BazaarList> {
      const today = dayInDhaka(now);
      const { rows: found } = await sql<{ day: string; from: string | null; to: string }>`
        select distinct delivery_day as day, slot_from as from, slot_to as to from orders
        where status = 'pending' and delivery_day is not null order by 1, 2`.execute(kysely);
      const days = [...new Set(found.map((one) => one.day))];
      const shown = day ?? days.find((one) => one >= today) ?? days.at(-1) ?? today;
      const times = found.flatMap(({ day: of, from, to }) => (of === shown && from !== null ? { from, to } : []));
      const rows = await readRows(kysely, { day: shown, time });
      const rowsOf = (category: string) => rows.filter((row) => row.category === category);
      const filled = categories().flatMap(({ id, name }) => (rowsOf(id)[0] ? { id, name, rows: rowsOf(id) } : []));
      return { day: shown, days, times, time, categories: filled, text: textOf(shown, rows) };
    },

    /** What went into the stock follows, where it is counted; what was paid is the buying price from that day on. */
    buy: (day: string, id: string, given: Purchase, by: Actor): Promise<Outcome<BazaarRow>> =>
      transact(kysely, async (trx): Promise<Outcome<BazaarRow>> => {
        await sql`
          insert into purchases (day, product_id) select ${day}::date, id from products where id = ${id}
          on conflict do nothing`.execute(trx);
        const purchases = trx.selectFrom('purchases').selectAll().where('day', '=', day).where('product_id', '=', id);
        const before = await purchases.forUpdate().executeTakeFirst();
        const [row] = await readRows(trx, { day, id });
        if (!before || !row) return UNKNOWN;
        const { bought = before.bought, paidPoisha = before.paid_poisha, quantity } = given;
        const said = quantity === undefined ? before.pieces : quantity === null ? null : piecesOf(quantity, row);
        // What is bought stays so much, however many order afterwards.
        const pieces = bought ? (said ?? row.pieces) : said;
        const wanted = bought ? Math.floor(Number(pieces)) : 0;
        const moved = wanted === before.stocked ? null : await moveStock(trx, id, wanted - before.stocked, by);
        const stocked = moved === null ? before.stocked : wanted;
        const set = trx.updateTable('purchases').set({ bought, pieces, paid_poisha: paidPoisha, stocked });
        await set.where('day', '=', day).where('product_id', '=', id).execute();
        const [changed] = await readRows(trx, { day, id });
        if (!changed) return UNKNOWN;
        const { name, quantityBought, unit, paid } = changed;
        const what = [
          bought ? 'bought' : 'not bought',
          `${quantityBought ?? 0} ${unit || 'pcs'}`,
          paid !== null && `Tk ${paid}`,
        ];
        const details = { before: { name }, for: day, what: what.filter(Boolean).join(', ') };
        await audit(trx, { actor: by, action: 'bazaar.buy', subject: id, details });
        return done(changed);
      }),
  };
}

interface Row extends Omit<BazaarRow, 'pieces' | 'need' | 'each' | 'quantityBought' | 'paid'> {
  weight: string;
  ordered: number;
  held: number;
  stocked: number;
  boughtPieces: number | null;
  paidPoisha: number | null;
}

interface Rows {
  day: string;
  time?: string | null;
  id?: string | null;
}

/** What open orders of the day need, and what was said of it; with an `id` that product alone. */
async function readRows(executor: Kysely<Tables>, { day, time = null, id = null }: Rows): Promise<BazaarRow[]> {
  const { rows } = await sql<Row>`
    with needed as (
      select product_id, sum(quantity)::integer as ordered, sum((
          select coalesce(-sum(delta), 0) from stock_movements as moved
          where moved.order_number = number and moved.product_id = line.product_id
        ))::integer as held
      from orders cross join lateral (select product_id, quantity from order_lines where order_number = number offset 0) as line
      where orders.status = 'pending' and delivery_day = ${day}::date and (${id}::text is null or product_id = ${id})
        and (${time}::text is null or slot_from = ${time})
      group by product_id
    ), said as (
      select product_id, bought, pieces, paid_poisha, stocked from purchases
      where day = ${day}::date and (${id}::text is null or product_id = ${id})
    )
    select id, name, name_bn, category, weight, unit, coalesce(ordered, 0) as ordered, coalesce(held, 0) as held,
      stock.pieces as stock, coalesce(stocked, 0) as stocked, coalesce(bought, false) as bought, said.pieces as "boughtPieces", paid_poisha as "paidPoisha"
    from needed full join said using (product_id) join products on id = product_id left join stock using (product_id)
    order by position`.execute(executor);
  return rows.flatMap(({ weight, unit, ordered, held, stocked, boughtPieces, paidPoisha, ...row }) => {
    // What was bought is still on the list.
    const pieces = toBuy({ ordered, held, stock: row.stock && row.stock - stocked });
    if (pieces === 0 && !row.bought && id === null) return [];
    const of = boughtUnit({ weight, unit });
    const need = measureText('en', TEXTS.en.UNIT_NAMES, sumOf(pieces, of));
    const quantityBought = boughtPieces === null ? null : quantityOf(boughtPieces, of);
    return [{ ...row, ...of, pieces, need, quantityBought, paid: paidPoisha === null ? null : fromPoisha(paidPoisha) }];
  });
}

/** In Bangla, a product on each line: 'আলু ৪৬ কেজি'. */
function textOf(day: string, rows: readonly BazaarRow[]): string {
  const { DAY, UNIT_NAMES } = TEXTS.bn;
  const lines = rows.map(
    (row) => `${row.name_bn || row.name} ${measureText('bn', UNIT_NAMES, sumOf(row.pieces, row))}`,
  );
  return [localDigits('bn', fillIn('bn', DAY, dayParts('bn', day))), ...lines].join('\n');
}
