import { expect, test } from 'vitest';
import { actorName, changeSentence, type LoggedChange } from './change-sentence.ts';

function sentence(change: Partial<LoggedChange>): string {
  const { before, thing, after = '' } = changeSentence({ action: '', subject: '*', details: {}, ...change });
  return before + (thing?.text ?? '') + after;
}

const POTATO = { id: 'potato', name: 'Potato', price: 85, discount: '0', available: 'yes', image: '/images/a.webp' };

test('a changed product names what has changed', () => {
  const details = { before: POTATO, after: { ...POTATO, price: 90 } };
  expect(sentence({ action: 'products.set', subject: 'potato', details })).toBe(
    'Changed product Potato: price 85 → 90',
  );
  expect(changeSentence({ action: 'products.set', subject: 'potato', details }).thing?.to).toBe('/products/potato');
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
  [{ action: 'products.add', subject: 'potato', details: { after: POTATO } }, 'Added product Potato'],
  [{ action: 'products.remove', subject: 'potato', details: { before: POTATO } }, 'Removed product Potato'],
  [{ action: 'riders.add', subject: 'r1', details: { name: 'Karim' } }, 'Added rider Karim'],
  [
    { action: 'cash.handover', subject: '2026-11-24', details: { rider: 'Karim', amount: 1200.5 } },
    'Took Tk 1,200.5 from Karim for 2026-11-24',
  ],
  [
    { action: 'operators.invite', subject: 'k@example.com', details: { role: 'packer' } },
    'Invited k@example.com to the console as packer',
  ],
  [
    { action: 'products.import', details: { added: 1200, changed: 3, unchanged: 9, removed: 0 } },
    'Imported a catalogue file: 1,200 added, 3 changed, 0 removed',
  ],
  [{ action: 'orders.delivered', subject: 'abc123def456' }, 'Marked order #abc123 as delivered'],
  [{ action: 'orders.canceled', subject: 'abc123def456' }, 'Marked order #abc123 as canceled'],
  [{ action: 'orders.set-back', subject: 'abc123def456' }, 'Set back to pending order #abc123'],
  [
    { action: 'accounts.role', subject: 'id', details: { from: 'user', to: 'blocked' } },
    'Changed the role of an account: user → blocked',
  ],
  [
    { action: 'accounts.block', subject: 'id', details: { until: '2026-12-31' } },
    'Blocked the orders of an account until 2026-12-31',
  ],
  [{ action: 'accounts.unblock', subject: '678', details: {} }, 'Unblocked the orders of a phone number …678'],
  [{ action: 'accounts.purge', subject: 'id', details: { orders: 1 } }, 'Purged an account with 1 order'],
  [{ action: 'accounts.purge', subject: 'id', details: { orders: 0 } }, 'Purged an account with 0 orders'],
  [{ action: 'operators.invite', subject: 'a@example.com' }, 'Invited a@example.com to the console'],
  [
    { action: 'operators.second-factor', subject: 'a@example.com', details: { on: true } },
    'Switched the second factor on',
  ],
  [{ action: 'mails.retry', subject: '7' }, 'Tried a mail again'],
  [{ action: 'backup.take', subject: '' }, 'Took a backup, with everything the shop keeps'],
  [{ action: 'backup.restore', subject: '' }, 'Put a backup back'],
])('%o', (change, expected) => {
  expect(sentence(change)).toBe(expected);
});

test('a removed product has no link', () => {
  expect(changeSentence({ action: 'products.remove', subject: 'potato', details: {} }).thing).toEqual({
    text: 'potato',
    to: null,
  });
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
