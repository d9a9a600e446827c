/** Reading the log of what operators changed (db/audit.ts writes it). */
import { type RawBuilder, sql } from 'kysely';
import { fromDhaka } from '../base/dates.ts';
import { asRecord } from '../base/record.ts';
import type { Actor } from './db/audit.ts';
import type { Database } from './db/connect.ts';
import { readPage } from './db/page.ts';

export interface ChangesQuery {
  who?: Actor | null | undefined;
  what?: string | null | undefined;
  /** The first and the last day in Dhaka, 'YYYY-MM-DD'; any other text is no condition. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  /** The previous page's `next`; any other value gives the first page. */
  after?: string | null | undefined;
  limit?: number | undefined;
}

export type Changes = ReturnType<typeof createChanges>;

const PAGE_SIZE = 50;
const DAY_MS = 24 * 3_600_000;

export function createChanges({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async list({ limit = PAGE_SIZE, ...asked }: ChangesQuery = {}) {
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
