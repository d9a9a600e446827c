/** Who brings the orders (product §13). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { NEW_ORDER } from '../../domain/orders/order.ts';
import type { Slot } from '../../domain/shop/slots.ts';
import { DOOR_REASONS } from '../../domain/orders/reasons.ts';
import { dayInDhaka, minutesOf } from '../../base/dates.ts';
import { fromPoisha } from '../../domain/money.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/errors.ts';
import type { Operators } from '../identity/operators.ts';
import type { ChangeOptions } from './change.ts';
import type { Orders } from './orders.ts';

export type Rider = Record<'id' | 'name' | 'phone', string>;

/** `login`: the e-mail address of the account; `invited`: of an invitation that is open. */
export type ListedRider = Rider & { login: string | null; invited: string | null };

/** What came of an order at a door. */
interface DoorsBehind {
  order: string;
  change: 'deliver' | 'return';
  reason: string;
  at: Date;
  /** Tk */
  collected: number;
}

export type Riders = ReturnType<typeof createRiders>;
export type RoundOrder = Awaited<ReturnType<Riders['round']>>['orders'][number];

/** More than one rider carries. */
const MAX_ROUND = 200;

interface RidersParts {
  database: Pick<Database, 'kysely'>;
  operators: Pick<Operators, 'remove'>;
  orders: Pick<Orders, 'admin'>;
}

const UNKNOWN = refused(404, { code: 'unknown', what: 'rider' });

const INVITED = sql<string | null>`(
  select max(email) from invitations where rider_id = riders.id and expires_at > now())`;

export function createRiders({ database: { kysely }, operators, orders }: RidersParts) {
  const active = kysely.selectFrom('riders').where('active', '=', true).orderBy('riders.name').orderBy('riders.id');

  return {
    /** Those that orders can be given to, by name. */
    list: (): Promise<Rider[]> => active.select(['id', 'name', 'phone']).execute(),

    listWithLogins: (): Promise<ListedRider[]> =>
      active
        .leftJoin('users', 'users.id', 'riders.user_id')
        .select(['riders.id', 'riders.name', 'riders.phone', 'users.email as login', INVITED.as('invited')])
        .execute(),

    add: (form: Omit<Rider, 'id'>, by: Actor): Promise<Outcome<Rider>> =>
      transact(kysely, async (trx) => {
        const row = { id: randomUUID(), ...form };
        await trx.insertInto('riders').values(row).execute();
        await audit(trx, { actor: by, action: 'riders.add', subject: row.id, details: { name: row.name } });
        return done(row);
      }),

    set: (id: string, form: Omit<Rider, 'id'>, by: Actor): Promise<Outcome<Rider>> =>
      transact(kysely, async (trx) => {
        const stored = trx.updateTable('riders').set(form).where('id', '=', id).where('active', '=', true);
        if (!(await stored.returning('id').executeTakeFirst())) return UNKNOWN;
        await audit(trx, { actor: by, action: 'riders.set', subject: id, details: { name: form.name } });
        return done({ id, ...form });
      }),

    /** The console closes to the rider, whose open orders are without one again. */
    async remove(id: string, by: Actor): Promise<Outcome<{ removed: true }>> {
      const known = kysely.selectFrom('riders').leftJoin('users', 'users.id', 'user_id').where('riders.id', '=', id);
      const rider = await known.select(['riders.name', 'active', 'email']).executeTakeFirst();
      if (!rider) return UNKNOWN;
      if (rider.active) {
        await transact(kysely, async (trx) => {
          await trx.updateTable('riders').set({ active: false }).where('id', '=', id).execute();
          await trx.deleteFrom('invitations').where('rider_id', '=', id).execute();
          await audit(trx, { actor: by, action: 'riders.remove', subject: id, details: { name: rider.name } });
        });
      }
      // Asked for again, it goes on with what a fault has left.
      if (rider.email !== null) await operators.remove(rider.email, by);
      const given = await orders.admin.list({ rider: id, open: true, limit: 10_000 });
      for (const { order } of given.orders) await orders.admin.change(order.id, { change: 'rider', rider: null }, by);
      return done({ removed: true });
    },

    /** The rider with this account. */
    ofUser: (userId: string): Promise<Rider | undefined> =>
      active.select(['id', 'name', 'phone']).where('user_id', '=', userId).executeTakeFirst(),

    /** What a rider has to bring, by delivery time and area, and what today is behind; and the cash that was not handed over, in Tk. */
    async round(id: string, now = new Date()) {
      const today = dayInDhaka(now);
      const which = { rider: id, open: true, oldestFirst: true, limit: MAX_ROUND };
      const { orders: given } = await orders.admin.list(which);
      const { rows } = await sql<{ poisha: number }>`
        select (
          select coalesce(sum(amount_poisha), 0) from order_money
          where day = today and rider_id = ${id} and kind = 'collected' and how = 'cash'
        ) - (
          select coalesce(sum(amount_poisha), 0) from handovers where day = today and rider_id = ${id}
        ) as poisha from (values (${today}::date)) as days (today)`.execute(kysely);
      const done = await sql<DoorsBehind>`
        select orders.id as order, 'deliver' as change, '' as reason, max(at) as at,
          coalesce(sum(amount_poisha) filter (where kind = 'collected'), 0)::float / 100 as collected
        from order_money join orders on number = order_number and status = 'delivered'
        where day = ${today}::date and order_money.rider_id = ${id} group by orders.id
        union all
        select orders.id, 'return', entry.reason, at, 0 from order_history as entry join orders on number = order_number
        where change = 'return' and at >= (${today}::date - interval '6 hours') at time zone 'UTC' and entry.was ->> 'rider' = ${id}
          and orders.rider_id is distinct from ${id}
        order by at desc`.execute(kysely);
      const begins = ({ slot }: { slot: Slot | undefined }): number => minutesOf(slot?.from ?? '00:00');
      // One that waits for a call does not go out.
      const ready = given.filter(({ order }) => order.stage !== 'to confirm');
      const shown = ready.map(({ chat, order: { shippingInfo, orderItems, totalCost, ...order } }) => {
        const { name, phone, email: _email, gender: _gender, country: _country, area, ...address } = shippingInfo;
        return {
          id: order.id,
          name,
          phone,
          chat,
          area: area ?? address.city,
          address,
          lines: orderItems.map(({ id, name, name_bn, weight, unit, quantity, weighed, instead }) => {
            return { id, name, name_bn, weight, unit, quantity, weighed, instead };
          }),
          total: totalCost,
          slot: order.slot,
          revision: order.revision,
        };
      });
      return {
        orders: shown.toSorted((a, b) => begins(a) - begins(b) || a.area.localeCompare(b.area, 'en')),
        done: done.rows,
        pocket: fromPoisha(Number(rows[0]?.poisha ?? 0)),
      };
    },

    /** What a rider has pressed at a door, once for each key however often it is sent: the order's revision by then. */
    async press(order: string, asked: OrderChange, by: Actor, asking: ChangeOptions) {
      if (asked.change === 'return' && !DOOR_REASONS.includes(asked.reason))
        return refused(422, { code: 'not-at-door' });
      const changed = await orders.admin.change(order, asked, by, asking);
      if (!changed.ok) {
        const { reason } = changed;
        if (reason.code === 'amount' || reason.code === 'change-key-used') return changed;
        if (reason.code === 'too-late' || reason.code === 'not-your-change')
          return refused(409, { code: 'too-late-at-door' });
        return refused(409, { code: 'not-yours', status: 'status' in reason ? reason.status : NEW_ORDER.status });
      }
      return done({ revision: changed.value.revision });
    },
  };
}
