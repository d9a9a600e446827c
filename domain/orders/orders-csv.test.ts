import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { CSV_MARK } from '../../base/csv.ts';
import { exampleOrder, exampleProduct, SHIPPING } from '../../test/support/factories.ts';
import type { OperatorOrder } from './order.ts';
import { ordersCsv } from './orders-csv.ts';

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

test('has a record for each order, which no spreadsheet takes for a formula', async () => {
  const placedAt = new Date('2026-11-23T10:00:00Z');
  const parts = [[{ order: ORDER, placedAt }], [{ order: { ...ORDER, rider: 'gone', deliveryDay: null }, placedAt }]];
  const texts = await Array.fromAsync(ordersCsv(parts, new Map([['r1', 'Karim']])));
  const text = texts.join('');
  expect(text.startsWith(CSV_MARK)).toBe(true);
  const rows = parse(text, { columns: true, bom: true });
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    id: ORDER.id,
    placed: '2026-11-23T10:00:00.000Z',
    day: '2026-11-24',
    source: 'phone',
    name: "'=1+1",
    phone: "'+8801798765432",
    lines: '2 × Rui, whole; 1 × Oil',
    total: '760',
    rider: 'Karim',
  });
  expect(rows[1]).toMatchObject({ day: '', rider: 'gone' });
});
