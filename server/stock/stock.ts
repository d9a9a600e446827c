/** What is in stock of the products that are counted, and why (db/functions/stock.sql). */
import { type Kysely, sql } from 'kysely';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import {
  type Movement,
  type MovementKind,
  STOCK_MOVES,
  type StockMove,
  type Stocked,
} from '../../domain/stock/stock.ts';
import type { Counting } from '../catalogue/write-rows.ts';
import { type Actor, audit, operatorOf } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { type Page, readPage } from '../db/page.ts';
import type { Tables } from '../db/tables.ts';
import { refusable } from '../db/errors.ts';

const PAGE_SIZE = 50;
const MOVEMENTS = 100;

const UNKNOWN = refused(404, { code: 'unknown', what: 'product' });

export interface Moving {
  move: StockMove;
  pieces: number;
  /** Of a count: what was in stock as it was seen. What was sold meanwhile stays so. */
  seen?: number | undefined;
  reason?: string | undefined;
  /** UUID. Whoever sends it again until there is an answer moves once. */
  key?: string | undefined;
}

export function createStock({ database: { kysely }, lowStock, changed = () => {} }: StockParts) {
  const counted = kysely
    .selectFrom('stock')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['id', 'name', 'name_bn', 'weight', 'unit', 'image', 'category', 'pieces as stock']);

  /** The counted products, those of which least is left first. `after`: the `next` of the page before. */
  async function list({ after, limit = PAGE_SIZE }: Page = {}): Promise<{ products: Stocked[]; next: string | null }> {
    const [, pieces = '-1', id = ''] = /^(\d{1,9}) ([a-z0-9-]{1,64})$/.exec(after ?? '') ?? [];
    const rest = counted.where(sql<boolean>`(pieces, product_id) > (${pieces}::integer, ${id})`);
    const page = rest.orderBy('pieces').orderBy('product_id');
    const { shown, next } = await readPage(page, limit, (row) => `${row.stock} ${row.id}`);
    return { products: shown, next };
  }

  return {
    list,

    /** All of them, page by page. */
    async *all(): AsyncGenerator<Stocked> {
      for (let after: string | null = ''; after !== null;) {
        const page: Awaited<ReturnType<typeof list>> = await list({ after, limit: 500 });
        yield* page.products;
        after = page.next;
      }
    },

    /** A product with its latest movements, the newest first. `stock` is null when it is not counted. */
    async show(id: string): Promise<Outcome<{ product: ShownStock; movements: Movement[] }>> {
      const product = await stockedProduct(kysely, id);
      if (!product) return UNKNOWN;
      const { rows } = await sql<Movement>`
        select moved.id, at, kind, delta, after, orders.id as order, operator as by, reason
        from stock_movements as moved left join orders on number = order_number
        where moved.product_id = ${id} order by moved.id desc limit ${MOVEMENTS}`.execute(kysely);
      return done({ product, movements: rows });
    },

    /** Counts a product, or notes what came in or was thrown away. The first count begins to count it. */
    async move(id: string, moving: Moving, by: Actor) {
      const moved = await refusable(() =>
        kysely.transaction().execute(async (trx): Promise<Outcome<ShownStock>> => {
          const product = await stockedProduct(trx, id);
          if (!product) return UNKNOWN;
          const { move, pieces, key } = moving;
          if (key !== undefined) {
            await sql`select lock_attempt('stock', ${key}::uuid)`.execute(trx);
            const moved = trx.selectFrom('stock_movements').select('id').where('key', '=', key);
            if (await moved.executeTakeFirst()) return { ...done(product), repeated: true };
          }
          const refusal = await moveStock(trx, product, moving, { by, low: lowStock() });
          if (refusal) return refusal;
          // Its stock is locked, so that the latest movement is this one.
          const latest = sql<number>`(select max(id) from stock_movements where product_id = ${id})`;
          if (key) await trx.updateTable('stock_movements').set({ key }).where('id', '=', latest).execute();
          const details = { before: { name: product.name }, move: STOCK_MOVES[move].toLowerCase(), pieces };
          await audit(trx, { actor: by, action: 'stock.move', subject: id, details });
          return done((await stockedProduct(trx, id)) ?? product);
        }),
      );
      changed();
      return moved;
    },
  };
}

async function moveStock(
  trx: Kysely<Tables>,
  { id, stock, name, name_bn }: ShownStock,
  { move, pieces, seen, reason = '' }: Moving,
  { by, low }: Counting,
): Promise<Outcome<never> | null> {
  if (move === 'count') {
    const counts = JSON.stringify([{ id, from: seen, to: pieces }]);
    await sql`select count_stock(${counts}::jsonb, ${low}, ${operatorOf(by)}, ${reason})`.execute(trx);
    return null;
  }
  if (stock === null) return refused(409, { code: 'not-counted' });
  const change = move === 'waste' ? -pieces : pieces;
  const { rows } = await sql<{ left: number | null }>`
    select move_stock(${id}, ${change}, ${KINDS[move]}, ${low}, null, ${operatorOf(by)}, ${reason}) as left`.execute(
    trx,
  );
  return rows[0]?.left === null ? refused(409, { code: 'product-unavailable', left: stock, name, name_bn }) : null;
}

interface StockParts {
  database: Pick<Database, 'kysely'>;
  /** From how many pieces down pages tell how many are left. */
  lowStock: () => number;
  changed?: () => void;
}

export type ShownStock = Omit<Stocked, 'stock'> & { stock: number | null };

const KINDS = { 'goods-in': 'goods in', waste: 'waste' } as const satisfies Record<string, MovementKind>;

function stockedProduct(executor: Kysely<Tables>, id: string): Promise<ShownStock | undefined> {
  return executor
    .selectFrom('products')
    .leftJoin('stock', 'product_id', 'id')
    .select(['id', 'name', 'name_bn', 'weight', 'unit', 'image', 'category', 'pieces as stock'])
    .where('id', '=', id)
    .executeTakeFirst();
}
