/** Orders as a file for a spreadsheet: one record each. */
import { cellOf, CSV_MARK, csvRecord } from '../../base/csv.ts';
import { addressLines } from '../accounts/address.ts';
import type { OperatorOrder } from './order.ts';

interface Row {
  order: OperatorOrder;
  placedAt: Date;
}

/** `riders`: their names by id. */
const COLUMNS: Readonly<Record<string, (row: Row, riders: ReadonlyMap<string, string>) => string | number>> = {
  id: ({ order }) => order.id,
  placed: ({ placedAt }) => placedAt.toISOString(),
  day: ({ order }) => order.deliveryDay ?? '',
  status: ({ order }) => order.status,
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
  payment: ({ order }) => order.paymentStatus,
  rider: ({ order: { rider } }, riders) => (rider === null ? '' : (riders.get(rider) ?? rider)),
};

export async function* ordersCsv(
  parts: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  riders: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield CSV_MARK + csvRecord(Object.keys(COLUMNS));
  for await (const rows of parts) {
    for (const row of rows) yield csvRecord(Object.values(COLUMNS).map((value) => cellOf(String(value(row, riders)))));
  }
}
