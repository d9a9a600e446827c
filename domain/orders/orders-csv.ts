/** Orders as files for a spreadsheet: a record for each order, and one for each of their lines. */
import { type CsvColumns, csvOf } from '../../base/csv.ts';
import { minuteInDhaka } from '../../base/dates.ts';
import { addressLines } from '../accounts/address.ts';
import { fromPoisha } from '../money.ts';
import type { CartItem } from './cart.ts';
import type { OrderMoney } from './ledger.ts';
import type { OperatorOrder } from './order.ts';
import { linePoisha } from './pricing.ts';
import { reasonLabel } from './reasons.ts';

export interface BookedOrder {
  order: OperatorOrder;
  placedAt: Date;
  /** Null while it is not delivered. */
  deliveredAt: Date | null;
  /** In poisha. */
  money: OrderMoney;
}

type Parts = AsyncIterable<readonly BookedOrder[]> | Iterable<readonly BookedOrder[]>;

const COLUMNS: CsvColumns<BookedOrder & { /** Their names by id. */ riders: ReadonlyMap<string, string> }> = {
  id: ({ order }) => order.id,
  placed: ({ placedAt }) => minuteInDhaka(placedAt),
  day: ({ order }) => order.deliveryDay ?? '',
  time: ({ order: { slot } }) => slot && `${slot.from}-${slot.to}`,
  delivered: ({ deliveredAt }) => deliveredAt && minuteInDhaka(deliveredAt),
  status: ({ order }) => order.status,
  reason: ({ order: { reason } }) => reason && reasonLabel(reason),
  stage: ({ order }) => order.stage,
  source: ({ order }) => order.source,
  name: ({ order }) => order.shippingInfo.name,
  phone: ({ order }) => order.shippingInfo.phone,
  area: ({ order }) => order.shippingInfo.areaName ?? '',
  address: ({ order }) => addressLines(order.shippingInfo).join(', '),
  lines: ({ order }) => order.orderItems.map(({ quantity, name }) => `${quantity} × ${name}`).join('; '),
  subtotal: ({ order }) => order.subTotal,
  shipping: ({ order }) => order.shippingCost,
  discount: ({ order }) => order.discount,
  total: ({ order }) => order.totalCost,
  method: ({ order }) => order.paymentMethod,
  payment: ({ order }) => order.paymentStatus,
  collected: ({ money }) => fromPoisha(money.collected),
  given_back: ({ money }) => fromPoisha(money['given back']),
  written_off: ({ money }) => fromPoisha(money['written off']),
  rider: ({ order: { rider }, riders }) => rider && (riders.get(rider) ?? rider),
};

const LINE_COLUMNS: CsvColumns<BookedOrder & { line: CartItem }> = {
  id: ({ order }) => order.id,
  placed: ({ placedAt }) => minuteInDhaka(placedAt),
  status: ({ order }) => order.status,
  product: ({ line }) => line.id,
  name: ({ line }) => line.name,
  weight: ({ line }) => line.weight,
  unit: ({ line }) => line.unit,
  quantity: ({ line }) => line.quantity,
  price: ({ line }) => line.price,
  discount_percent: ({ line }) => line.discount,
  paid: ({ line }) => fromPoisha(linePoisha(line)),
};

/** `hasTimes`: of a shop with delivery times. */
export function ordersCsv(parts: Parts, riders: ReadonlyMap<string, string>, hasTimes = false): AsyncGenerator<string> {
  const withRiders = (row: BookedOrder) => [{ ...row, riders }];
  const { time: _, ...usual } = COLUMNS;
  return csvOf(hasTimes ? COLUMNS : usual, each(parts, withRiders));
}

export function orderLinesCsv(parts: Parts): AsyncGenerator<string> {
  const linesOf = (row: BookedOrder) => row.order.orderItems.map((line) => ({ ...row, line }));
  return csvOf(LINE_COLUMNS, each(parts, linesOf));
}

async function* each<Row>(parts: Parts, rowsOf: (of: BookedOrder) => Row[]) {
  for await (const orders of parts) yield* orders.flatMap(rowsOf);
}
