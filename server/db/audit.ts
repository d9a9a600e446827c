/** The audit log: what operators changed, written in the transaction of the change. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { fromDhaka } from '../../base/dates.ts';
import { asRecord } from '../../base/record.ts';
import type { Database } from './connect.ts';
import { readPage } from './page.ts';
import type { Tables } from './tables.ts';

/** An operator's e-mail address, 'operator' for the API's token, or 'shop' for the shop itself. */
export type Actor = string;

/** For the column `operator` of a table. The API's token is none. */
export const operatorOf = (by: Actor | null): string | null => (by === 'operator' ? null : by);

export interface AuditEntry {
  actor: Actor;
  /** 'products.import', 'orders.deliver', 'accounts.role' … */
  action: string;
  subject: string;
  /** Facts about the change. No personal data: entries stay longer than accounts. */
  details?: Readonly<Record<string, unknown>>;
  /** The transaction's time when not given. */
  at?: Date;
}

export async function audit(trx: Kysely<Tables>, { details = {}, ...entry }: AuditEntry): Promise<void> {
  const row = { ...entry, details: JSON.stringify(details) };
  await trx.insertInto('audit').values(row).execute();
}

/**
 * `from`, `to`: the first and the last day in Dhaka, 'YYYY-MM-DD'; any other text is no condition. `after`: the
 * previous page's `next`; any other value gives the first page.
 */
type ChangesQuery = Partial<Record<'who' | 'what' | 'from' | 'to' | 'after', string | null | undefined>>;

const PAGE_SIZE = 50;
const DAY_MS = 24 * 3_600_000;

export function createAuditLog({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async list({ limit = PAGE_SIZE, ...asked }: ChangesQuery & { limit?: number } = {}) {
      const query = kysely
        .selectFrom('audit')
        .select(['id', 'at', 'actor', 'action', 'subject', 'details'])
        .where(conditionOf(asked))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc');
      const { shown, next } = await readPage(query, limit);
      const entries = shown.map((entry) =>
        Object.assign(entry, { id: String(entry.id), details: asRecord(entry.details) ?? {} }),
      );
      return { entries, next };
    },

    async people(): Promise<Actor[]> {
      // From one to the next in the index, because a million entries are of a few people.
      const { rows } = await sql<{ actor: string }>`
        with recursive people as (
          (select actor from audit order by actor limit 1)
          union all
          select (select actor from audit where actor > people.actor order by actor limit 1)
          from people where people.actor is not null
        )
        select actor from people where actor is not null`.execute(kysely);
      return rows.map(({ actor }) => actor);
    },
  };
}

function conditionOf({ who, what, from, to, after }: ChangesQuery): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`];
  if (who) conditions.push(sql`actor = ${who}`);
  if (what) conditions.push(sql`split_part(action, '.', 1) = ${what}`);
  const [first, last] = [startOf(from), startOf(to)];
  if (first) conditions.push(sql`at >= ${first}`);
  if (last) conditions.push(sql`at < ${new Date(last.getTime() + DAY_MS)}`);
  // An unknown entry is newer than all.
  if (after && /^\d{1,15}$/.test(after)) {
    conditions.push(
      sql`(at, id) < (coalesce((select at from audit where id = ${after}::bigint), 'infinity'), ${after}::bigint)`,
    );
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function startOf(day: string | null | undefined): Date | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? new Date(`${day}T00:00:00Z`) : null;
  // PostgreSQL has no year 0, and no shop a log of before 1970.
  return start && start.getTime() > 0 ? fromDhaka(start) : null;
}
