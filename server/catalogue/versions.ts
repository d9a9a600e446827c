/**
 * Two catalogues at a time, for the embedded database, which has one connection: an import writes the next catalogue in short transactions
 * beside the present one, and one short transaction switches (decision 22). A product can have a version in each. The view `products`
 * shows one of the catalogues, so that readers know nothing of this. Meanwhile nothing else may write products.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { letOthersGoFirst } from './pauses.ts';
import { STORED_TYPES, asRecordset, keysOf, namesOf } from './rows.ts';
import type { StoredColumns } from './rows.ts';
import { INDEXED_COLUMNS, removeEmptyBlocks, writeSuggestionTexts } from './search-index.ts';

/** Products that one transaction tidies up after an import. */
const TIDY_ROWS = 500;

/** The next catalogue, while it is written. */
export interface NextCatalogue {
  /** The import's number. */
  number: number;
  /** The position of the last product of the present catalogue. */
  lastPosition: number;
  /** The time of all its changes. */
  at: Date;
}

/** Begins the next catalogue. From now on only the present one is shown, and counts of listings do not change. */
export function beginNext(kysely: Kysely<Tables>): Promise<NextCatalogue> {
  return kysely.transaction().execute(async (trx) => {
    const { number, last_position: lastPosition } = await trx
      .insertInto('product_import')
      .values({
        number: 1,
        last_position: sql<number>`coalesce((
          select position from product_versions order by position / 128 desc, position desc limit 1
        ), 0)`,
        phase: 'staging',
      })
      .onConflict((conflict) =>
        conflict.column('one_row').doUpdateSet(({ ref }) => ({
          number: sql<number>`product_import.number + 1`,
          last_position: ref('excluded.last_position'),
          phase: ref('excluded.phase'),
        })),
      )
      .returning(['number', 'last_position'])
      .executeTakeFirstOrThrow();
    await show(trx, sql`where made_by < ${sql.lit(number)} and position <= ${sql.lit(lastPosition)}`);
    await count(trx, false);
    return { number, lastPosition, at: new Date() };
  });
}

/** Writes the next versions of products. */
export async function replaceVersions(
  trx: Transaction<Tables>,
  rows: readonly StoredColumns[],
  next: NextCatalogue,
): Promise<void> {
  if (rows.length === 0) return;
  await endVersions(
    trx,
    rows.map(({ id }) => id),
    next,
  );
  const given = sql.join(keysOf(STORED_TYPES).map((name) => sql.ref(`given.${name}`)));
  await sql`
    insert into product_versions (${namesOf(STORED_TYPES)}, position, made_by, created_at, updated_at)
    select ${given}, position, ${next.number}::bigint, created_at, ${next.at}::timestamptz
    from ${asRecordset(STORED_TYPES, rows, sql`given`)}
    join product_versions on product_versions.id = given.id and ended_by = ${next.number}::bigint`.execute(trx);
}

/** Leaves products out of the next catalogue. */
export async function endVersions(
  executor: Kysely<Tables>,
  ids: readonly string[],
  { number }: NextCatalogue,
): Promise<void> {
  await sql`
    update product_versions set ended_by = ${number}::bigint where id = any(${[...ids]}::text[]) and ended_by = 0`.execute(
    executor,
  );
}

/** Shows the next catalogue from the commit of this transaction on. When products have old versions, `tidyUp` is to do then. */
export async function switchToNext(
  trx: Transaction<Tables>,
  { counts, hasOld }: { counts: ReadonlyMap<string, number>; hasOld: boolean },
): Promise<void> {
  await sql`
    insert into listing_counts (listing, products)
    select listing, products from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as given(listing, products)
    where products <> 0
    on conflict (listing) do update set products = listing_counts.products + excluded.products`.execute(trx);
  if (!hasOld) return end(trx);
  await show(trx, sql`where ended_by = 0`);
  await trx.updateTable('product_import').set({ phase: 'switched' }).execute();
}

/**
 * Ends an import in short transactions, whatever became of it: after the switch the old versions go, else the new ones. Does nothing when
 * nothing is left to do.
 */
export async function tidyUp(kysely: Kysely<Tables>): Promise<void> {
  const left = await kysely.selectFrom('product_import').selectAll().where('phase', '<>', 'none').executeTakeFirst();
  if (!left) return;
  // Counting is on in a copy of the data.
  await count(kysely, false);
  for await (const part of parts(kysely)) {
    await kysely
      .transaction()
      .execute((trx) => (left.phase === 'switched' ? removeOld(trx, left, part) : removeNew(trx, left, part)));
    await letOthersGoFirst();
  }
  if (left.phase === 'switched') await removeEmptyBlocks(kysely);
  await kysely.transaction().execute(end);
}

/** Shows all versions again, and counts again. */
async function end(trx: Transaction<Tables>): Promise<void> {
  await show(trx, sql``);
  await count(trx, true);
  await trx.updateTable('product_import').set({ phase: 'none' }).execute();
}

/** The positions after one and up to another. */
interface Part {
  after: number;
  last: number;
}

/** The positions of all versions, in parts. */
async function* parts(kysely: Kysely<Tables>): AsyncGenerator<Part> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ last: number | null }>`
      select max(position) as last from (
        select position from product_versions
        where (position / 128, position) > (${after}::bigint / 128, ${after}::bigint)
        order by position / 128, position limit ${TIDY_ROWS}
      ) as part`.execute(kysely);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    yield { after, last };
    after = last;
  }
}

function isIn({ after, last }: Part): RawBuilder<boolean> {
  return sql`(position / 128, position) > (${after}::bigint / 128, ${after}::bigint)
    and (position / 128, position) <= (${last}::bigint / 128, ${last}::bigint)`;
}

type Import = Readonly<{ number: number; last_position: number }>;

async function removeNew(trx: Transaction<Tables>, { number, last_position }: Import, part: Part): Promise<void> {
  await sql`delete from product_versions where ${isIn(part)} and made_by = ${number}::bigint`.execute(trx);
  await sql`update product_versions set ended_by = 0 where ${isIn(part)} and ended_by = ${number}::bigint`.execute(trx);
  await trx
    .deleteFrom('suggestion_texts')
    .where('position', '>', Math.max(part.after, last_position))
    .where('position', '<=', part.last)
    .execute();
}

async function removeOld(trx: Transaction<Tables>, { number, last_position }: Import, part: Part): Promise<void> {
  await sql`
    with gone as (
      delete from product_versions where ${isIn(part)} and ended_by = ${number}::bigint returning id, position
    )
    delete from suggestion_texts where position in (
      select position from gone where not exists (
        select from product_versions where product_versions.id = gone.id and ended_by = 0
      )
    )`.execute(trx);
  // There is one text for each position. That of a changed product was left as it is until now.
  const changed = await trx
    .selectFrom('product_versions')
    .select([...INDEXED_COLUMNS, 'position'])
    .where(isIn(part))
    .where('made_by', '=', number)
    .where('position', '<=', last_position)
    .execute();
  await writeSuggestionTexts(trx, changed);
}

/** Which of the versions are products. */
async function show(trx: Transaction<Tables>, which: RawBuilder<unknown>): Promise<void> {
  await sql`create or replace view products as select * from product_versions ${which}`.execute(trx);
}

/** Whether triggers count the products of each listing. */
async function count(executor: Kysely<Tables>, isOn: boolean): Promise<void> {
  await sql`alter table product_versions ${sql.raw(isOn ? 'enable' : 'disable')} trigger user`.execute(executor);
}
