/** The cash of a day by rider: what was to collect, collected and handed over (product §13). */
import { type Kysely, sql } from 'kysely';
import { CASH_SUMS, type CashDay, type CashRow, type CashSums, SHOP_TILL } from '../../domain/orders/cash.ts';
import type { BookRow } from '../../domain/orders/ledger.ts';
import { fromPoisha, toPoisha } from '../../domain/money.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { type Actor, audit, operatorOf } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import type { Orders } from './orders.ts';

export interface Handover extends BookRow {
  /** In Tk. A negative one corrects a mistake. */
  amount: number;
  /** How often something was handed over as whoever asks has seen it: pressed twice, it is handed over once. */
  handovers?: number | undefined;
}

const CONFLICT = refused(409, { code: 'changed-meanwhile', what: 'handover' });

interface CashParts {
  database: Pick<Database, 'kysely'>;
  orders: Pick<Orders, 'admin'>;
}

export function createCash({ database: { kysely }, orders }: CashParts) {
  const cash = {
    async day(day: string): Promise<CashDay> {
      const { rows } = await sql<Row>`
        with booked as (${booked(day)}), money as (
          select rider, count(*) filter (where due > 0) as orders, sum(due) as due, sum(collected) as collected,
            sum(collected - due) filter (where due <= 0) as old, sum(greatest(collected - due, 0)) filter (where due > 0) as surplus,
            sum(greatest(due - collected, 0)) filter (where due > 0) as shortage, sum(given_back) as given_back,
            sum(bkash) as bkash, sum(nagad) as nagad, sum(bank) as bank,
            sum(case when due > 0 then case when noted then collected else due end else collected - due end - given_back
              - bkash - nagad - bank) as brought
          from booked group by rider
        ), handed as (
          select coalesce(rider_id, '') as rider, count(*) as handovers, sum(amount_poisha) as amount, max(at) as at,
            (array_agg(coalesce(operator, 'operator') order by id desc))[1] as by
          from handovers where day = ${day}::date group by 1
        )
        select nullif(rider, '') as rider, coalesce(riders.name, ${SHOP_TILL}) as name, coalesce(orders, 0)::integer as orders,
          coalesce(due, 0)::bigint as "toCollect", coalesce(collected, 0)::bigint as collected,
          coalesce(collected - due, 0)::bigint as difference, coalesce(old, 0)::bigint as "oldDebts",
          coalesce(surplus, 0)::bigint as surplus, coalesce(shortage, 0)::bigint as shortage, coalesce(given_back, 0)::bigint as "givenBack",
          coalesce(bkash, 0)::bigint as bkash, coalesce(nagad, 0)::bigint as nagad, coalesce(bank, 0)::bigint as bank,
          coalesce(amount, 0)::bigint as "handedOver",
          (coalesce(amount, 0) - coalesce(due, 0) - coalesce(old, 0) + coalesce(given_back + bkash + nagad + bank, 0))::bigint
            as "handedOverDifference",
          greatest(coalesce(brought, 0) - coalesce(amount, 0), 0)::bigint as "toHandOver", coalesce(handovers, 0)::integer as handovers, at, by
        from money full join handed using (rider) left join riders on riders.id = rider
        where num_nonnulls(amount) > 0 or orders > 0 or due <> 0 or collected <> 0 or given_back <> 0
          or bkash <> 0 or nagad <> 0 or bank <> 0
        order by rider = '', riders.name, rider`.execute(kysely);
      const sums = CASH_SUMS.map((sum) => [sum, rows.reduce((all, row) => all + row[sum], 0)]);
      return { day, rows: rows.map(rowOf), total: inTk(Object.fromEntries(sums) as CashSums) };
    },

    /**
     * Cash that a rider brings. Delivered orders whose cash nobody has recorded yet are paid with it, in the row that is
     * handed over. Asked for again after a fault, it goes on with what is left.
     */
    async handOver({ day, rider, amount, handovers }: Handover, by: Actor): Promise<Outcome<CashDay>> {
      const named = kysely.selectFrom('riders').select('name').where('id', '=', rider);
      const of = rider === null ? { name: SHOP_TILL } : await named.executeTakeFirst();
      if (!of) return refused(422, { code: 'unknown', what: 'rider' });
      const same = { day, rider };
      const isOld = async (executor: Kysely<Tables>): Promise<boolean> => {
        const { rows } = await sql<{ old: boolean | null }>`
          select count(*) <> ${handovers ?? null}::integer as old from handovers
          where day = ${day}::date and rider_id is not distinct from ${rider}`.execute(executor);
        return rows[0]?.old === true;
      };
      if (await isOld(kysely)) return CONFLICT;
      // Somebody else may do the same: then there is nothing left to collect, which is as good.
      for (const { id, due } of await unrecorded(kysely, same))
        await orders.admin.change(id, { change: 'collect', amount: due }, by, { handover: same });
      const isStored = await transact(kysely, async (trx) => {
        await sql`lock table handovers in share row exclusive mode`.execute(trx);
        // What was delivered meanwhile is not in the amount that was counted.
        if ((await isOld(trx)) || (await unrecorded(trx, same)).length > 0) return false;
        const operator = operatorOf(by);
        const at = sql<Date>`clock_timestamp()`;
        const counted = sql<number>`(select coalesce(max(id), 0) from order_money)`;
        const row = { day, rider_id: rider, amount_poisha: toPoisha(amount), counted, at, operator };
        await trx.insertInto('handovers').values(row).execute();
        await audit(trx, { actor: by, action: 'cash.handover', subject: day, details: { rider: of.name, amount } });
        return true;
      });
      return isStored ? done(await cash.day(day)) : CONFLICT;
    },
  };
  return cash;
}

/** In poisha. */
type Row = Omit<CashRow, 'lastHandover'> & { at: Date | null; by: string | null };

function inTk(poisha: CashSums): CashSums {
  const sums = CASH_SUMS.map((sum) => [sum, sum === 'orders' ? poisha.orders : fromPoisha(poisha[sum])]);
  return Object.fromEntries(sums) as CashSums;
}

function rowOf({ rider, name, toHandOver, handovers, at, by, ...sums }: Row): CashRow {
  const lastHandover = at && { at, by: by ?? '' };
  return { rider, name, ...inTk(sums), toHandOver: fromPoisha(toHandOver), handovers, lastHandover };
}

/** The orders that were delivered then and of which nobody has said what was collected, with what is due of each. */
async function unrecorded(executor: Kysely<Tables>, { day, rider }: BookRow): Promise<{ id: string; due: number }[]> {
  const { rows } = await sql<{ id: string; due: number }>`
    with booked as (${booked(day)})
    select id, due::bigint as due from booked join orders on number = order_number
    where rider = ${rider ?? ''} and due > 0 and not noted and not closed order by number`.execute(executor);
  return rows;
}

/**
 * The money of a day by rider ('': the till) and order; of each kind but cash what came in less what went out. `noted`:
 * somebody has said since the delivery what was collected, or will not be, in whichever row. `closed`: it was handed
 * over since.
 */
function booked(day: string) {
  return sql`
    select coalesce(rider_id, '') as rider, order_number, coalesce(sum(amount_poisha) filter (where kind = 'to collect'), 0) as due,
      coalesce(sum(amount_poisha) filter (where kind = 'collected'), 0) as collected,
      coalesce(sum(amount_poisha) filter (where kind = 'given back'), 0) as given_back,
      coalesce(-sum(owed_poisha(entry)) filter (where how = 'bkash'), 0) as bkash,
      coalesce(-sum(owed_poisha(entry)) filter (where how = 'nagad'), 0) as nagad,
      coalesce(-sum(owed_poisha(entry)) filter (where how = 'bank'), 0) as bank,
      bool_or(was_handed_over(entry)) as closed,
      exists (
        select from order_money as later where later.order_number = entry.order_number and later.kind in ('collected', 'written off')
          and later.history_id >= max(entry.history_id) filter (where entry.kind = 'to collect' and entry.amount_poisha > 0)
      ) as noted
    from order_money as entry where day = ${day}::date group by 1, 2`;
}
