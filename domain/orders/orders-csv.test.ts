import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { CSV_MARK } from '../../base/csv.ts';
import { exampleOrder, exampleProduct, SHIPPING } from '../../test/support/factories.ts';
import { fromPoisha } from '../money.ts';
import { NO_MONEY } from './ledger.ts';
import type { OperatorOrder } from './order.ts';
import { type BookedOrder, orderLinesCsv, ordersCsv } from './orders-csv.ts';
import { linePoisha } from './pricing.ts';

const ORDER: OperatorOrder = {
  ...exampleOrder({
    id: 'a'.repeat(24),
    totalCost: 760,
    shippingInfo: { ...SHIPPING, name: '=1+1', phone: '+8801798765432' },
  }),
  orderItems: [
    { ...exampleProduct({ id: 'rui', name: 'Rui, whole' }), quantity: 2 },
    { ...exampleProduct({ id: 'oil', name: 'Oil' }), quantity: 1 },
  ],
  deliveryDay: '2026-11-24',
  source: 'phone',
  stage: 'packed',
  reason: null,
  rider: 'r1',
  printed: false,
  revision: 0,
};

const placedAt = new Date('2026-11-23T20:00:00Z');
const money = { 'to collect': 76_000, collected: 70_000, 'given back': 550, 'written off': 1_050 };
const booked = (order: Partial<OperatorOrder>, more: Partial<BookedOrder> = {}): BookedOrder => ({
  order: { ...ORDER, ...order },
  placedAt,
  deliveredAt: null,
  money: NO_MONEY,
  ...more,
});

async function records(texts: AsyncIterable<string>): Promise<Record<string, string>[]> {
  const text = (await Array.fromAsync(texts)).join('');
  expect(text.startsWith(CSV_MARK)).toBe(true);
  return parse(text, { columns: true, bom: true });
}

test('has a record for each order, with the times of Dhaka and its money, which no spreadsheet takes for something else', async () => {
  const deliveredAt = new Date('2026-11-24T10:05:00Z');
  const shippingInfo = { ...SHIPPING, phone: '01711000101', area: 'mirpur', areaName: 'Mirpur 10' };
  const parts = [
    [booked({}, { deliveredAt, money })],
    [booked({ rider: 'gone', deliveryDay: null, status: 'canceled', reason: 'out-of-stock', shippingInfo })],
  ];
  const rows = await records(ordersCsv(parts, new Map([['r1', 'Karim']])));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    id: ORDER.id,
    placed: '2026-11-24 02:00',
    day: '2026-11-24',
    delivered: '2026-11-24 16:05',
    source: 'phone',
    name: "'=1+1",
    phone: "'+8801798765432",
    lines: '2 × Rui, whole; 1 × Oil',
    total: '760',
    method: 'cashon',
    collected: '700',
    given_back: '5.5',
    written_off: '10.5',
    reason: '',
    rider: 'Karim',
  });
  expect(rows[1]).toMatchObject({
    day: '',
    delivered: '',
    reason: 'Out of stock',
    area: 'Mirpur 10',
    phone: "'01711000101",
    collected: '0',
    rider: 'gone',
  });
});

test('has a record for each line, with what it costs', async () => {
  const rows = await records(orderLinesCsv([[booked({})]]));
  expect(rows).toMatchObject([
    { id: ORDER.id, placed: '2026-11-24 02:00', product: 'rui', name: 'Rui, whole', quantity: '2' },
    { product: 'oil', quantity: '1' },
  ]);
  const paid = ORDER.orderItems.map((line) => String(fromPoisha(linePoisha(line))));
  expect(rows.map((row) => row.paid)).toEqual(paid);
});
