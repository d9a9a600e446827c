/** Which orders a list shows, as the parameters of its address: in the console, its export and the operator's API. */
import { done, type Outcome, refused } from '../outcome.ts';
import { isDay } from './delivery.ts';
import { isOpen, isOrderStatus, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from './order.ts';
import { isOrderStage, ORDER_STAGES, type OrderStage } from './stages.ts';

export interface OrderFilters {
  status?: OrderStatus | undefined;
  /** The id of an area. */
  area?: string | undefined;
  /** Of delivery, 'YYYY-MM-DD'. */
  day?: string | undefined;
  /** Of the delivery time, 'HH:MM'; only with the status of open orders. */
  slot?: string | undefined;
  /** Only with the status of open orders, like `product`, because those are few. */
  stage?: OrderStage | undefined;
  /** An id; '' for orders without one. */
  rider?: string | undefined;
  /** 'YYYY-MM-DD': those whose money stands in the books of this day, with `rider` in that row of them. */
  cash?: string | undefined;
  /** The id of a product in its lines. */
  product?: string | undefined;
  oldestFirst?: boolean | undefined;
}

/** The parameters beside the status. */
export const FILTERS = ['area', 'day', 'slot', 'stage', 'rider', 'product', 'cash'] as const;
/** Those that only open orders have. */
export const OPEN_FILTERS: readonly string[] = ['slot', 'stage', 'product'];
/** In place of a rider's id. */
export const NO_RIDER = 'none';
const SORTS = ['oldest', 'newest'];

/** An empty parameter is none. */
export function readOrderFilters(params: URLSearchParams): Outcome<OrderFilters> {
  const given = (name: string): string | undefined => params.get(name) || undefined;
  const bad = (detail: string) => refused(400, { code: 'malformed', detail });
  const [status, stage, sort, rider] = ['status', 'stage', 'sort', 'rider'].map(given);
  const [day, cash] = ['day', 'cash'].map(given);
  if (status !== undefined && !isOrderStatus(status)) return bad(`status must be one of ${ORDER_STATUSES.join(', ')}.`);
  if (stage !== undefined && !isOrderStage(stage)) return bad(`stage must be one of ${ORDER_STAGES.join(', ')}.`);
  for (const [name, value] of Object.entries({ day, cash }))
    if (value !== undefined && !isDay(value)) return bad(`${name} must be a day such as 2026-11-21.`);
  if (sort !== undefined && !SORTS.includes(sort)) return bad(`sort must be one of ${SORTS.join(', ')}.`);
  const misplaced = status !== undefined && isOpen(status) ? undefined : OPEN_FILTERS.find(given);
  if (misplaced) return bad(`${misplaced} is only for status=${OPEN_STATUSES.join(' or ')}.`);
  return done({
    status,
    stage,
    day,
    cash,
    area: given('area'),
    slot: given('slot'),
    product: given('product'),
    rider: rider === NO_RIDER ? '' : rider,
    oldestFirst: sort === 'oldest',
  });
}
