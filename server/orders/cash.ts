/** The cash of a day of delivery: what was to collect, what riders have collected and handed over (product §13). */
import { type Kysely, sql } from 'kysely';
import { type CashDay, type CashRow, type CashSums, NO_RIDER } from '../../domain/orders/cash.ts';
import { fromPoisha, toPoisha } from '../../domain/money.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import type { Orders } from './orders.ts';

export interface Handover {
  day: string;
  rider: string | null;
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
        with delivered as (${deliveries(day)}), money as (
          select rider, count(*) filter (where due > 0) as orders, sum(due) as due, sum(collected) as collected,
            sum(given_back) as given_back, sum(case when noted then collected else due end) as brought
          from delivered group by rider
        ), handed as (
          select coalesce(rider_id, '') as rider, count(*) as handovers, sum(amount_poisha) as amount, max(at) as at,
            (array_agg(coalesce(operator, 'operator') order by id desc))[1] as by
          from handovers where day = ${day}::date group by 1
        )
        select nullif(rider, '') as rider, coalesce(riders.name, ${NO_RIDER}) as name, coalesce(orders, 0)::integer as orders,
          coalesce(due, 0)::bigint as due, coalesce(collected, 0)::bigint as collected, coalesce(given_back, 0)::bigint as "givenBack",
          coalesce(brought, 0)::bigint as brought, coalesce(amount, 0)::bigint as handed, coalesce(handovers, 0)::integer as handovers, at, by
        from money full join handed using (rider) left join riders on riders.id = rider
        where num_nonnulls(amount) > 0 or orders > 0 or collected <> 0 or given_back <> 0
        order by rider = '', riders.name, rider`.execute(kysely);
      const total = { orders: 0, due: 0, collected: 0, givenBack: 0, handed: 0 };
      for (const row of rows) for (const sum of SUMMED) total[sum] += row[sum];
      return { day, rows: rows.map(rowOf), total: sumsOf(total) };
    },

    /**
     * Cash that a rider brings. Delivered orders whose cash nobody has recorded yet are paid with it. Asked for again
     * after a fault, it goes on with what is left.
     */
    async handOver({ day, rider, amount, handovers }: Handover, by: Actor): Promise<Outcome<CashDay>> {
      const named = kysely.selectFrom('riders').select('name').where('id', '=', rider);
      const of = rider === null ? { name: NO_RIDER } : await named.executeTakeFirst();
      if (!of) return refused(422, { code: 'unknown', what: 'rider' });
      const same = { day, rider };
      const isOld = async (executor: Kysely<Tables>): Promise<boolean> =>
        handovers !== undefined && handovers !== (await handoversOf(executor, same));
      if (await isOld(kysely)) return CONFLICT;
      // Somebody else may do the same: then there is nothing left to collect, which is as good.
      for (const { id, due } of await unrecorded(kysely, same))
        await orders.admin.change(id, { change: 'collect', amount: due }, by);
      const isStored = await transact(kysely, async (trx) => {
        await sql`lock table handovers in share row exclusive mode`.execute(trx);
        if (await isOld(trx)) return false;
        const operator = by === 'operator' ? null : by;
        const row = { day, rider_id: rider, amount_poisha: toPoisha(amount), operator };
        await trx.insertInto('handovers').values(row).execute();
        await audit(trx, { actor: by, action: 'cash.handover', subject: day, details: { rider: of.name, amount } });
        return true;
      });
      return isStored ? done(await cash.day(day)) : CONFLICT;
    },
  };
  return cash;
}

const SUMMED = ['orders', 'due', 'collected', 'givenBack', 'handed'] as const;

/** In poisha. */
type Sums = Record<(typeof SUMMED)[number], number>;

type Row = Sums &
  Pick<CashRow, 'rider' | 'name' | 'handovers'> & { brought: number; at: Date | null; by: string | null };

function sumsOf({ orders, due, collected, givenBack, handed }: Sums): CashSums {
  return {
    orders,
    toCollect: fromPoisha(due),
    collected: fromPoisha(collected),
    difference: fromPoisha(collected - due),
    givenBack: fromPoisha(givenBack),
    handedOver: fromPoisha(handed),
    handedOverDifference: fromPoisha(handed - due),
  };
}

function rowOf({ rider, name, handovers, brought, at, by, ...sums }: Row): CashRow {
  const toHandOver = fromPoisha(Math.max(0, brought - sums.handed));
  return { rider, name, ...sumsOf(sums), toHandOver, handovers, lastHandover: at && { at, by: by ?? '' } };
}

type OfRider = Pick<Handover, 'day' | 'rider'>;

async function handoversOf(executor: Kysely<Tables>, { day, rider }: OfRider): Promise<number> {
  const { rows } = await sql<{ handovers: number }>`
    select count(*)::integer as handovers from handovers
    where day = ${day}::date and rider_id is not distinct from ${rider}`.execute(executor);
  return rows[0]?.handovers ?? 0;
}

/** The orders that were delivered then and of which nobody has said what was collected, with what is due of each. */
async function unrecorded(kysely: Kysely<Tables>, { day, rider }: OfRider): Promise<{ id: string; due: number }[]> {
  const { rows } = await sql<{ id: string; due: number }>`
    with delivered as (${deliveries(day)})
    select id, due::bigint as due from delivered join orders on number = order_number
    where rider = ${rider ?? ''} and due > 0 and not noted order by number`.execute(kysely);
  return rows;
}

/** The money of a day by rider ('': nobody) and order. `noted`: somebody has said since what was collected. */
function deliveries(day: string) {
  return sql`
    select coalesce(rider_id, '') as rider, order_number, sum(amount_poisha) filter (where kind = 'to collect') as due,
      sum(amount_poisha) filter (where kind = 'collected') as collected,
      sum(amount_poisha) filter (where kind = 'given back') as given_back,
      coalesce(
        max(history_id) filter (where kind = 'collected')
          >= max(history_id) filter (where kind = 'to collect' and amount_poisha > 0),
        false
      ) as noted
    from order_money where day = ${day}::date group by 1, 2`;
}
