/** The cash of a day of delivery: what was to collect, what riders have collected and handed over (product §13). */
import { type Kysely, sql } from 'kysely';
import { CASH_SUMS, type CashDay, type CashRow, type CashSums, NO_RIDER } from '../../domain/orders/cash.ts';
import { fromPoisha, toPoisha } from '../../domain/catalogue/money.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import type { OrderAdmin } from './admin.ts';

export interface Handover {
  day: string;
  rider: string | null;
  /** In Tk. A negative one corrects a mistake. */
  amount: number;
  /** How often something was handed over as whoever asks has seen it: pressed twice, it is handed over once. */
  handovers?: number | undefined;
}

type HandoverOutcome = 'handed-over' | 'unknown-rider' | 'conflict';

interface CashParts {
  database: Pick<Database, 'kysely'>;
  orders: { admin: Pick<OrderAdmin, 'change'> };
}

export function createCash({ database: { kysely }, orders }: CashParts) {
  return {
    async day(day: string): Promise<CashDay> {
      const { rows } = await sql<Sums>`
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
     * Cash that a rider brings. Delivered orders whose cash nobody has recorded yet are paid with it. Asked for again after a fault, it
     * goes on with what is left.
     */
    async handOver({ day, rider, amount, handovers }: Handover, by: Actor = 'operator'): Promise<HandoverOutcome> {
      const same = { day, rider };
      const known = kysely.selectFrom('riders').select('id').where('id', '=', rider);
      if (rider !== null && !(await known.executeTakeFirst())) return 'unknown-rider';
      const isOld = async (executor: Kysely<Tables>): Promise<boolean> =>
        handovers !== undefined && handovers !== (await handoversOf(executor, same));
      if (await isOld(kysely)) return 'conflict';
      // Somebody else may do the same: then there is nothing left to collect, which is as good.
      for (const { id, due } of await unrecorded(kysely, same))
        await orders.admin.change(id, { change: 'collect', amount: due }, by);
      return retrySerializationFailures(() =>
        kysely.transaction().execute(async (trx) => {
          await sql`lock table handovers in share row exclusive mode`.execute(trx);
          if (await isOld(trx)) return 'conflict';
          const row = {
            day,
            rider_id: rider,
            amount_poisha: toPoisha(amount),
            operator: by === 'operator' ? null : by,
          };
          await trx.insertInto('handovers').values(row).execute();
          const { name } = (await trx
            .selectFrom('riders')
            .select('name')
            .where('id', '=', rider)
            .executeTakeFirst()) ?? {
            name: NO_RIDER,
          };
          await audit(trx, { actor: by, action: 'cash.handover', subject: day, details: { rider: name, amount } });
          return 'handed-over';
        }),
      );
    },
  };
}

const SUMMED = ['orders', 'due', 'collected', 'givenBack', 'handed'] as const;

/** In poisha. */
type Sums = Record<(typeof SUMMED)[number], number> &
  Pick<CashRow, 'rider' | 'name' | 'handovers'> & { brought: number; at: Date | null; by: string | null };

function sumsOf({ orders, due, collected, givenBack, handed }: Pick<Sums, (typeof SUMMED)[number]>): CashSums {
  const poisha: CashSums = {
    orders,
    toCollect: due,
    collected,
    difference: collected - due,
    givenBack,
    handedOver: handed,
    handedOverDifference: handed - due,
  };
  for (const sum of CASH_SUMS) if (sum !== 'orders') poisha[sum] = fromPoisha(poisha[sum]);
  return poisha;
}

function rowOf({ rider, name, handovers, brought, at, by, ...sums }: Sums): CashRow {
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

/** The orders that were delivered then, and what is due of each. Not those of which somebody has said what was collected. */
async function unrecorded(kysely: Kysely<Tables>, { day, rider }: OfRider): Promise<{ id: string; due: number }[]> {
  const { rows } = await sql<{ id: string; due: number }>`
    with delivered as (${deliveries(day)})
    select id, due::bigint as due from delivered join orders on number = order_number
    where rider = ${rider ?? ''} and due > 0 and not noted order by number`.execute(kysely);
  return rows;
}

/** The money of a day by rider ('': nobody) and order. `noted`: somebody has said what was collected, since the delivery. */
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
