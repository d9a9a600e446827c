/** What happens next: drawn from a seed, and likely to hit something in the model. */
import { createDraw } from '../browsing.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { CANCEL_REASONS } from '../../domain/orders/reasons.ts';
import { ORDER_STAGES } from '../../domain/orders/stages.ts';
import { HOW_NAMES } from '../../domain/orders/ledger.ts';
import {
  dayOf,
  exact,
  GUEST,
  owedOf,
  owing,
  PLACES,
  poishaOf,
  revisionOf,
  slotsFrom,
  sumOf,
  totalOf,
  WEIGHED,
} from './model.ts';
import type { Item, Model, Request, Slot } from './model.ts';

export type Draws = ReturnType<typeof createDraws>;

export const CUSTOMERS = ['c1', 'c2', 'c3'] as const;
export const RIDERS = ['karim', 'salma'] as const;
export const PRODUCTS = ['rui', 'alu', 'dim', 'dal'] as const;

export function createDraws(seed: number) {
  const draw = createDraw(seed);
  const below = (limit: number): number => Math.floor(draw() * limit);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  const maybe = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const chance = (share: number): boolean => draw() < share;

  /** Another one each time, and the same for a seed. */
  function key(): string {
    const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  function items(): Item[] {
    const ids = PRODUCTS.filter(() => chance(0.5));
    return (ids.length > 0 ? ids : [pick(PRODUCTS)]).map((id) => ({ id, quantity: 1 + below(3) }));
  }

  /** One quantity more or less: two such edits may come to nothing. */
  function toggled(before: readonly Item[]): Item[] {
    const at = below(before.length);
    return before.map((item, line) => (line === at ? { id: item.id, quantity: item.quantity === 1 ? 2 : 1 } : item));
  }

  /** One of the next days, and now and then of one for which none can be chosen. */
  function slot(): Slot {
    const day = chance(0.1)
      ? dayOf(Date.now() + 86_400_000 * (chance(0.5) ? 0 : 20))
      : slotsFrom(Date.now(), 1 + below(5)).at(-1)?.day;
    return { day: day ?? '', from: pick(Object.keys(PLACES) as ['10:00']) };
  }

  const timed = (share: number): { slot?: Slot } => (chance(share) ? { slot: slot() } : {});

  /** Mostly about as much as was ordered. */
  function weighed({ id, quantity }: Item) {
    if (!chance(WEIGHED.has(id) ? 0.6 : 0.03)) return { id, quantity };
    const weight = (quantity * (850 + below(280))) / 1000;
    return { id, quantity, weighed: Math.round(weight * 1000) / 1000, ...(chance(0.3) && { agreed: true }) };
  }

  /** As ordered, or one piece short. */
  function shortened(before: readonly Item[]): Item[] {
    const at = below(before.length + 1);
    const left = before.map(({ id, quantity }, line) => ({ id, quantity: line === at ? quantity - 1 : quantity }));
    return left.length === 1
      ? before.map(({ id, quantity }) => ({ id, quantity }))
      : left.filter(({ quantity }) => quantity > 0);
  }

  function place(model: Model, fee: number): Request {
    const customer = maybe([...Object.keys(model.customers), GUEST]) ?? 'c1';
    const chosen = items();
    // Somebody whose page is old.
    const expected = totalOf(model, chosen, fee) + (chance(0.05) ? 1 : 0);
    return { op: 'place', customer, key: key(), items: chosen, expected, ...timed(0.5) };
  }

  /** Mostly what is allowed: a refusal finds little. */
  function asked(model: Model, of: string): OrderChange {
    const order = model.orders[of];
    const amount = (most: number): number => (chance(0.6) ? poishaOf(Math.max(most, 0)) : 100 * (1 + below(400)));
    if (chance(0.2)) return { change: 'undo' };
    if (order?.status === 'delivered' && chance(0.8)) {
      return pick<OrderChange>([
        { change: 'collect', amount: amount(owedOf(order)), how: how() },
        {
          change: 'give-back',
          amount: amount(exact(sumOf(order, 'collected') - sumOf(order, 'back'))),
          how: how(),
          reason: 'Broken',
          ...(chance(0.5) && { owed: true as const }),
        },
        { change: 'set-back', reason: 'Mistake' },
      ]);
    }
    if (order?.status === 'canceled' && chance(0.8)) return { change: 'set-back', reason: 'Mistake' };
    const street = chance(0.3) ? { shippingInfo: { street: `${1 + below(3)} Mill Road` } } : {};
    return pick<OrderChange>([
      { change: 'deliver', ...(chance(0.5) ? { collected: amount(order?.total ?? 0), how: how() } : {}) },
      { change: 'deliver' },
      { change: 'cancel', ...(chance(0.5) ? { reason: pick([...CANCEL_REASONS] as ['out-of-stock']) } : {}) },
      { change: 'stage', stage: pick([...ORDER_STAGES] as ['new']) },
      { change: 'rider', rider: pick([...RIDERS, null]) },
      { change: 'rider', rider: pick(RIDERS) },
      { change: 'return', reason: 'not-reachable' },
      { change: 'call', outcome: pick(['reached', 'reached', 'no-answer']) },
      { change: 'edit', items: toggled(order?.items ?? []), ...street, reason: 'She rang' },
      { change: 'edit', items: items(), ...street, reason: '' },
      { change: 'pack', items: shortened(order?.items ?? []).map(weighed) },
      { change: 'edit', slot: slot(), ...(chance(0.3) && { items: toggled(order?.items ?? []) }), reason: '' },
    ]);
  }

  const how = () => pick(HOW_NAMES as ['cash']);

  /** Most pay a part. */
  function dues(model: Model): Request {
    const who = maybe([...Object.keys(model.customers), GUEST, null]) ?? null;
    const owed = exact(owing(model, who).reduce((sum, order) => sum + owedOf(order), 0));
    const amount = poishaOf(chance(0.3) ? owed : 1 + below(Math.max(owed, 50)));
    const asked = chance(0.7)
      ? ({ change: 'collect', amount, how: how() } as const)
      : ({ change: 'write-off', amount, reason: 'Gone' } as const);
    if (chance(0.8)) return { op: 'dues', who, asked, key: key() };
    return { op: 'limit', who, limit: chance(0.3) ? null : 100 * below(8) };
  }

  function changeOf(model: Model, order: string): Request {
    const given = model.orders[order];
    const rider = chance(0.15) ? { rider: pick(RIDERS) } : {};
    const revision = chance(0.15) ? { revision: (given ? revisionOf(model, given) : 0) - (chance(0.3) ? 1 : 0) } : {};
    return { op: 'change', order, asked: asked(model, order), key: key(), ...rider, ...revision };
  }

  function request(model: Model, fee: number): Request {
    const orders = Object.keys(model.orders);
    const order = maybe(orders);
    const customer = maybe(Object.keys(model.customers)) ?? 'c1';
    if (order === undefined || (orders.length < 8 && chance(0.25))) return place(model, fee);
    const given = model.orders[order];
    if (chance(0.06)) return stockOf(model);
    const dice = below(100);
    if (dice < 8) return dues(model);
    if (dice < 62) return changeOf(model, order);
    if (dice < 68) return { op: 'cancel', customer: given?.customer ?? customer, order };
    // Not theirs.
    if (dice < 70) return { op: 'cancel', customer: chance(0.2) ? GUEST : customer, order };
    if (dice < 76) return handOver(model);
    if (dice < 79) return { op: 'phone', key: key(), items: items(), ...timed(0.3) };
    if (dice < 82) return { op: 'settle', customer: given?.customer ?? customer, key: given?.customer ? order : key() };
    if (dice < 86) return { op: 'price', product: pick(PRODUCTS), price: 50 + below(100) };
    if (dice < 89) return { op: 'available', product: pick(PRODUCTS), available: chance(0.6) };
    if (dice < 92) return importOf();
    if (dice < 94) return { op: 'fee', fee: 40 + 10 * below(4) };
    if (dice < 97) return { op: chance(0.4) ? 'block' : 'unblock', customer };
    return { op: model.customers[customer]?.leaving ? 'purge' : 'leave', customer };
  }

  function stockOf(model: Model): Request {
    const product = pick(PRODUCTS);
    const seen = model.stock[product];
    if (chance(0.5)) return { op: 'stock', product, move: 'goods-in', pieces: 1 + below(4), key: key() };
    return { op: 'stock', product, move: 'count', pieces: below(12), key: key(), ...(seen !== undefined && { seen }) };
  }

  function importOf(): Request {
    const replace = chance(0.5);
    const products = PRODUCTS.filter(() => chance(0.7));
    const prices = (products.length > 0 ? products : [pick(PRODUCTS)]).map((id) => [id, 50 + below(100)] as const);
    return { op: 'import', prices: Object.fromEntries(prices), replace };
  }

  function handOver(model: Model): Request {
    const day = dayOf(Date.now());
    const rider = pick([...RIDERS, null]);
    const handovers = model.handovers.filter((one) => one.day === day && one.rider === rider).length;
    return { op: 'hand over', day, rider, amount: 10 * below(100), handovers: handovers - (chance(0.1) ? 1 : 0) };
  }

  /** Requests that meet: copies of one, changes of one order, or whatever comes. */
  function meeting(model: Model, fee: number): Request[] {
    const size = 2 + below(2);
    const several = (one: () => Request): Request[] => Array.from({ length: size }, one);
    const order = maybe(Object.keys(model.orders));
    const dice = below(3);
    const alone = ({ op }: Request): boolean => op !== 'hand over' && op !== 'fee';
    if (dice === 0) {
      const first = request(model, fee);
      const copied = alone(first) && 'key' in first ? first : place(model, fee);
      const late: Request[] =
        copied.op === 'place' && chance(0.4) ? [{ op: 'settle', customer: copied.customer, key: copied.key }] : [];
      return [...several(() => copied), ...late].slice(-3);
    }
    if (dice === 1 && order !== undefined) {
      const owner = model.orders[order]?.customer;
      return several(() => (owner && chance(0.3) ? { op: 'cancel', customer: owner, order } : changeOf(model, order)));
    }
    return several(() => request(model, fee)).filter(alone);
  }

  return { below, pick, chance, key, request, meeting };
}
