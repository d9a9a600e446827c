/** Who brings the orders (product §13). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { registerForm } from '../../domain/accounts/account-forms.ts';
import { addressLines } from '../../domain/accounts/address.ts';
import { PHONE_PATTERN } from '../../domain/accounts/contact.ts';
import { because, type Parsed, parseBy } from '../../domain/parsed.ts';
import { dayInDhaka } from '../../base/dates.ts';
import { asciiDigits } from '../../base/digits.ts';
import { fromPoisha } from '../../domain/catalogue/money.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import type { Operators } from '../identity/operators.ts';
import type { OrderAdmin } from './admin.ts';

export interface Rider {
  id: string;
  name: string;
  phone: string;
}

/** `login`: the e-mail address of the account; `invited`: of an invitation that is open. */
export type ListedRider = Rider & { login: string | null; invited: string | null };

export type Riders = ReturnType<typeof createRiders>;
export type RoundOrder = Awaited<ReturnType<Riders['round']>>['orders'][number];

const riderForm = z.object({
  name: registerForm.shape.name,
  phone: z
    .string(because({ code: 'invalid-phone' }))
    .transform((typed) => asciiDigits(typed).trim())
    .refine((phone) => PHONE_PATTERN.test(phone), because({ code: 'invalid-phone' })),
});

/** More than one rider carries. */
const MAX_ROUND = 200;

interface RidersParts {
  database: Pick<Database, 'kysely'>;
  operators: Pick<Operators, 'remove'>;
  orders: { admin: Pick<OrderAdmin, 'list' | 'change'> };
}

export function createRiders({ database: { kysely }, operators, orders }: RidersParts) {
  const active = kysely.selectFrom('riders').where('active', '=', true).orderBy('riders.name').orderBy('riders.id');

  return {
    /** Those that orders can be given to, by name. */
    list: (): Promise<Rider[]> => active.select(['id', 'name', 'phone']).execute(),

    listWithLogins: (): Promise<ListedRider[]> =>
      active
        .leftJoin('users', 'users.id', 'riders.user_id')
        .select(['riders.id', 'riders.name', 'riders.phone', 'users.email as login'])
        .select(
          sql<string | null>`(
            select max(email) from invitations where rider_id = riders.id and expires_at > now()
          )`.as('invited'),
        )
        .execute(),

    /** Adds one, or with an `id` changes that one; null when there is none. */
    async save(typed: unknown, by: Actor, id?: string): Promise<Parsed<Rider | null>> {
      const parsed = parseBy(riderForm, typed);
      if (!parsed.ok) return parsed;
      const saved = await retrySerializationFailures(() =>
        kysely.transaction().execute(async (trx) => {
          const row = { id: id ?? randomUUID(), ...parsed.value };
          const stored =
            id === undefined
              ? trx.insertInto('riders').values(row).returning('id')
              : trx.updateTable('riders').set(row).where('id', '=', id).where('active', '=', true).returning('id');
          if (!(await stored.executeTakeFirst())) return null;
          const action = id === undefined ? 'riders.add' : 'riders.set';
          await audit(trx, { actor: by, action, subject: row.id, details: { name: row.name } });
          return row;
        }),
      );
      return { ok: true, value: saved };
    },

    /** The console closes to the rider, whose open orders are without one again. False when there is no such rider. */
    async remove(id: string, by: Actor): Promise<boolean> {
      const rider = await kysely
        .selectFrom('riders')
        .leftJoin('users', 'users.id', 'user_id')
        .select(['riders.name', 'active', 'email'])
        .where('riders.id', '=', id)
        .executeTakeFirst();
      if (!rider) return false;
      if (rider.active) {
        await kysely.transaction().execute(async (trx) => {
          await trx.updateTable('riders').set({ active: false }).where('id', '=', id).execute();
          await trx.deleteFrom('invitations').where('rider_id', '=', id).execute();
          await audit(trx, { actor: by, action: 'riders.remove', subject: id, details: { name: rider.name } });
        });
      }
      // Asked for again, it goes on with what a fault has left.
      if (rider.email !== null) await operators.remove(rider.email, by);
      const open = await orders.admin.list({ rider: id, status: 'pending', limit: 10_000 });
      for (const { order } of open.orders) await orders.admin.change(order.id, { change: 'rider', rider: null }, by);
      return true;
    },

    /** The rider with this account. */
    ofUser: (userId: string): Promise<Rider | undefined> =>
      active.select(['id', 'name', 'phone']).where('user_id', '=', userId).executeTakeFirst(),

    /** What a rider has to bring: only what is needed for that, by area. And the cash of today that was not handed over yet, in Tk. */
    async round(id: string, now = new Date()) {
      const { orders: given } = await orders.admin.list({
        rider: id,
        status: 'pending',
        oldestFirst: true,
        limit: MAX_ROUND,
      });
      const { rows } = await sql<{ poisha: number }>`
        select (
          select coalesce(sum(case kind when 'collected' then amount_poisha else 0 end), 0) from order_money
          where day = today and rider_id = ${id}
        ) - (
          select coalesce(sum(amount_poisha), 0) from handovers where day = today and rider_id = ${id}
        ) as poisha from (values (${dayInDhaka(now)}::date)) as days (today)`.execute(kysely);
      const shown = given.map(({ order: { id: order, shippingInfo, orderItems, totalCost, revision } }) => ({
        id: order,
        name: shippingInfo.name,
        phone: shippingInfo.phone,
        area: shippingInfo.area ?? shippingInfo.city,
        address: addressLines(shippingInfo).join(', '),
        lines: orderItems.map(({ id: product, name, weight, unit, quantity }) => ({
          id: product,
          name,
          weight,
          unit,
          quantity,
        })),
        total: totalCost,
        revision,
      }));
      return {
        orders: shown.toSorted((a, b) => a.area.localeCompare(b.area, 'en')),
        pocket: fromPoisha(Number(rows[0]?.poisha ?? 0)),
      };
    },
  };
}
