import { describe, expect, test } from 'vitest';
import {
  ORDER_STATUSES,
  canTransition,
  countsByStatus,
  isOrderId,
  isOrderStatus,
  padCount,
  profileCounts,
  shortOrderId,
} from './order.ts';
import type { OrderActor, OrderStatus } from './order.ts';

test('statuses without orders are counted too', () => {
  expect(countsByStatus([{ status: 'delivered', orders: 3 }])).toEqual({ pending: 0, canceled: 0, delivered: 3 });
});

describe('order statuses (product §4)', () => {
  test('change only from pending', () => {
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

  test('are distinguished from other texts', () => {
    expect(isOrderStatus('canceled')).toBe(true);
    expect(isOrderStatus('cancelled')).toBe(false);
  });
});

describe('the profile counts (product §4)', () => {
  test('follow their definitions', () => {
    expect(profileCounts({ ...countsByStatus([]), pending: 2, canceled: 1, delivered: 4 })).toEqual({
      totalOrders: 6,
      pending: 2,
      delivered: 4,
      paymentDue: 2,
    });
  });

  test('are shown in at least 2 digits', () => {
    expect([0, 7, 10, 123].map(padCount)).toEqual(['00', '07', '10', '123']);
  });
});

describe('orders in lists (product §9)', () => {
  test('are shown with the first 6 characters of their id', () => {
    expect(shortOrderId('abc123def456ghi789jk')).toBe('#abc123');
  });

  test('have ids of 20 or more characters of a-z and 0-9', () => {
    expect(isOrderId('abc123def456ghi789jk')).toBe(true);
    for (const id of ['abc123', 'ABC123def456ghi789jk', '../../../../../../../x', ''])
      expect(isOrderId(id)).toBe(false);
  });
});
