import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ORDER_STATUSES,
  canTransition,
  countByStatus,
  isOrderId,
  isOrderStatus,
  newestFirst,
  orderTime,
  padCount,
  profileCounts,
  shortOrderId,
} from './order.ts';
import type { OrderActor, OrderStatus } from './order.ts';

const statuses = fc.constantFrom(...ORDER_STATUSES);

describe('order statuses (product §4)', () => {
  test('change from pending only', () => {
    const allowed: [OrderStatus, OrderStatus, OrderActor][] = [
      ['pending', 'canceled', 'owner'],
      ['pending', 'canceled', 'operator'],
      ['pending', 'delivered', 'operator'],
    ];
    for (const from of ORDER_STATUSES) {
      for (const to of ORDER_STATUSES) {
        for (const actor of ['owner', 'operator'] as const) {
          const expected = allowed.some(([a, b, c]) => a === from && b === to && c === actor);
          expect(canTransition(from, to, actor)).toBe(expected);
        }
      }
    }
  });

  test('are told from other texts', () => {
    expect(isOrderStatus('canceled')).toBe(true);
    expect(isOrderStatus('cancelled')).toBe(false);
  });
});

describe('the profile counts (product §4)', () => {
  test('of an example', () => {
    const counts = countByStatus([
      { status: 'pending' },
      { status: 'pending' },
      { status: 'canceled' },
      { status: 'delivered' },
    ]);
    expect(counts).toEqual({ pending: 2, canceled: 1, delivered: 1 });
    expect(profileCounts(counts)).toEqual({ totalOrders: 3, pending: 2, shipped: 1, paymentDue: 2 });
  });

  test('are what their definitions say', () => {
    fc.assert(
      fc.property(fc.array(statuses.map((status) => ({ status }))), (orders) => {
        expect(profileCounts(countByStatus(orders))).toEqual({
          totalOrders: orders.filter((order) => order.status !== 'canceled').length,
          pending: orders.filter((order) => order.status === 'pending').length,
          shipped: orders.filter((order) => order.status === 'delivered').length,
          paymentDue: orders.filter((order) => order.status !== 'delivered' && order.status !== 'canceled').length,
        });
      }),
    );
  });

  test('are shown in at least 2 digits', () => {
    expect([0, 7, 10, 123].map(padCount)).toEqual(['00', '07', '10', '123']);
  });
});

describe('orders in lists (product §9)', () => {
  test('are called by their first 6 characters', () => {
    expect(shortOrderId('abc123def456ghi789jk')).toBe('#abc123');
  });

  test('have ids of 20 or more plain characters', () => {
    expect(isOrderId('abc123def456ghi789jk')).toBe(true);
    for (const id of ['abc123', 'ABC123def456ghi789jk', '../../../../../../../x', ''])
      expect(isOrderId(id)).toBe(false);
  });

  test('keep their time as UTC date text', () => {
    expect(orderTime(new Date(Date.UTC(2026, 10, 21, 12, 30, 5)))).toBe('Sat, 21 Nov 2026 12:30:05 GMT');
  });

  test('stand newest first', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 4_000_000_000 }));
    fc.assert(
      fc.property(moments, (seconds) => {
        const orders = seconds.map((second) => ({ time: orderTime(new Date(second * 1_000)) }));
        const sorted = orders.toSorted(newestFirst).map((order) => Date.parse(order.time) / 1_000);
        expect(sorted).toEqual(seconds.toSorted((a, b) => b - a));
      }),
    );
  });
});
