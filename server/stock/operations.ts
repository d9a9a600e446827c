/** What can be done with the stock of products (server/operation.ts). */
import { z } from 'zod';
import { keySchema, typedReason } from '../../domain/orders/read-order.ts';
import { done } from '../../domain/outcome.ts';
import { STOCK_MOVES } from '../../domain/stock/stock.ts';
import { pieces } from '../../domain/typed/whole.ts';
import { operation } from '../operation.ts';

const ofOne = z.strictObject({ id: z.string() });
const moves = Object.keys(STOCK_MOVES) as (keyof typeof STOCK_MOVES)[];
const optional = (schema: z.ZodType<string>) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional()).optional();

export const STOCK_OPERATIONS = {
  'stock.list': operation({
    summary: 'The products that are counted, those of which least is left first, page by page.',
    returns: '`{products: [{id, name, stock, …}], next}`',
    right: 'products',
    path: 'GET stock',
    input: z.strictObject({ after: z.string().optional() }),
    run: async ({ stock }, page) => done(await stock.list(page)),
  }),
  'stock.show': operation({
    summary: 'What is in stock of a product, and its latest movements, the newest first.',
    returns: '`{product, movements: [{at, kind, delta, after, order, by, reason}]}`',
    right: 'products',
    path: 'GET stock/:id',
    input: ofOne,
    run: ({ stock }, { id }) => stock.show(id),
  }),
  'stock.move': operation({
    summary:
      'Counts a product, or notes pieces that came in or were thrown away. `seen`: what was in stock when it was counted, so that what was sold meanwhile stays so.',
    returns: 'the product with its `stock`',
    logged: 'Stock of {product}: {move} {pieces}',
    right: 'products',
    path: 'POST stock/:id/:move',
    input: ofOne.extend({
      move: z.enum(moves, `move is one of ${moves.join(', ')}.`),
      pieces,
      seen: z.preprocess((given) => (given === '' ? undefined : given), pieces.optional()).optional(),
      reason: optional(typedReason),
      key: keySchema.optional(),
    }),
    run: ({ stock }, { id, ...moving }, { by }) => stock.move(id, moving, by),
  }),
};
