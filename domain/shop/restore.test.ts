import { expect, test } from 'vitest';
import { type PlaceContents, restoreRefusal } from './restore.ts';

const EMPTY: PlaceContents = { accounts: 0, customers: 0, orders: 0, invitations: 0, changes: 0 };

test.each<[Partial<PlaceContents>, string | null, string | null]>([
  [{}, null, null],
  [{ accounts: 1, changes: 3 }, 'it has 1 account, 3 changes', null],
  [{ invitations: 1 }, 'it has 1 invitation', null],
  [{ accounts: 1, customers: 1 }, 'it has 1 account', 'this shop has 1 customer'],
  [{ orders: 1 }, 'it has 1 order', 'this shop has 1 order'],
  [{ accounts: 3, customers: 2, orders: 4, changes: 9 }, '3 accounts, 4 orders, 9 changes', '2 customers and 4 orders'],
])('a place with %j is refused to the command line for %s, to an owner who agreed for %s', (has, why, agreedWhy) => {
  for (const [agreed, expected] of [
    [false, why],
    [true, agreedWhy],
  ] as const) {
    const refusal = restoreRefusal({ ...EMPTY, ...has }, agreed);
    expect(refusal ?? 'none').toContain(expected ?? 'none');
  }
});
