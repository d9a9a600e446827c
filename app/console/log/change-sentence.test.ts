import { expect, test } from 'vitest';
import type { Operation } from '../../../server/operation.ts';
import { OPERATIONS } from '../../../server/operations.ts';
import { actorName, changeSentence, type LoggedChange } from './change-sentence.ts';

const KNOWN: Readonly<Record<string, Pick<Operation, 'logged'>>> = OPERATIONS;

function partsOf(change: Partial<LoggedChange> & Pick<LoggedChange, 'action'>) {
  return changeSentence({ subject: '*', details: {}, logged: KNOWN[change.action]?.logged, ...change });
}

function sentence(change: Parameters<typeof partsOf>[0]): string {
  return partsOf(change)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');
}

const POTATO = { id: 'potato', name: 'Potato', price: 85, discount: '0', available: 'yes', image: '/images/a.webp' };

test('a changed product names what has changed', () => {
  const details = { before: POTATO, after: { ...POTATO, price: 90 } };
  expect(sentence({ action: 'products.set', subject: 'potato', details })).toBe(
    'Changed product Potato: price 85 → 90',
  );
  const parts = partsOf({ action: 'products.set', subject: 'potato', details });
  expect(parts).toContainEqual({ text: 'Potato', to: '/products/potato' });
});

test('several changes, a picture and an empty text', () => {
  const after = { ...POTATO, discount: '5', available: 'no', image: '/images/b.webp', name_bn: 'আলু' };
  expect(sentence({ action: 'products.set', subject: 'potato', details: { before: POTATO, after } })).toBe(
    'Changed product Potato: discount 0 → 5, Bangla name – → আলু, available yes → no, picture',
  );
});

test('a changed list of categories says what came, went and changed', () => {
  const changed = [{ name: 'Fishes', before: { name: 'Fish', shown: true }, after: { name: 'Fishes', shown: false } }];
  const details = { added: ['Lentils'], removed: ['Oil'], changed, moved: true };
  expect(sentence({ action: 'categories.set', details })).toBe(
    'Changed the categories: added Lentils; changed Fishes (name Fish → Fishes, shown true → false); removed Oil; order',
  );
});

test.each([
  ['products.add', 'potato', { after: POTATO }, 'Added product Potato'],
  ['products.remove', 'potato', { before: POTATO }, 'Removed product Potato'],
  ['riders.add', 'r1', { name: 'Karim' }, 'Added rider Karim'],
  ['cash.handover', '2026-11-24', { rider: 'Karim', amount: 1200.5 }, 'Took Tk 1,200.5 from Karim for 2026-11-24'],
  [
    'operators.invite',
    'k@example.com',
    { role: 'packer', seen: false },
    'Invited k@example.com to the console as packer',
  ],
  [
    'operators.invite',
    'k@example.com',
    { role: 'packer', seen: true },
    'Invited k@example.com to the console as packer, and got the link',
  ],
  [
    'products.import',
    '*',
    { added: 1200, changed: 3, unchanged: 9, removed: 0 },
    'Imported a catalogue file: 1,200 added, 3 changed, 0 removed',
  ],
  ['orders.delivered', 'abc123def456', {}, 'Marked order #abc123 as delivered'],
  ['orders.canceled', 'abc123def456', {}, 'Marked order #abc123 as canceled'],
  ['orders.set-back', 'abc123def456', {}, 'Set back to pending order #abc123'],
  ['accounts.role', 'id', { from: 'user', to: 'blocked' }, 'Changed the role of an account: user → blocked'],
  ['accounts.block', 'id', { until: '2026-12-31' }, 'Blocked the orders of an account until 2026-12-31'],
  ['accounts.unblock', '678', {}, 'Unblocked the orders of a phone number …678'],
  ['accounts.purge', 'id', { orders: 1 }, 'Purged an account with 1 order'],
  ['accounts.purge', 'id', { orders: 0 }, 'Purged an account with 0 orders'],
  ['operators.invite', 'a@example.com', {}, 'Invited a@example.com to the console'],
  ['operators.second-factor', 'a@example.com', { on: true }, 'Switched the second factor on'],
  ['mails.retry', '7', {}, 'Tried a mail again'],
  ['backup.take', '', {}, 'Took a backup, with everything the shop keeps'],
  ['backup.restore', '', {}, 'Put a backup back'],
])('%s of %s with %o: %s', (action, subject, details, expected) => {
  expect(sentence({ action, subject, details })).toBe(expected);
});

test('a removed product has no link', () => {
  const parts = partsOf({ action: 'products.remove', subject: 'potato', details: {} });
  expect(parts.join('')).toBe('Removed product potato');
});

test('an unknown action shows its code', () => {
  expect(sentence({ action: 'shelves.dust', subject: '7' })).toBe('shelves.dust 7');
});

test('who', () => {
  expect(['operator', 'shop', 'a@example.com'].map(actorName)).toEqual([
    'API or command line',
    'The shop itself',
    'a@example.com',
  ]);
});
