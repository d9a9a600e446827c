import { expect, test } from 'vitest';
import { doorAmount } from './door-amount.ts';

const UNREAD = { fault: 'Write the amount in Tk, such as 85 or 85.50.' };

test.each([
  ['526', { collected: 526 }],
  ['৫২৫.৫', { collected: 525.5 }],
  ['Tk 526/-', { collected: 526 }],
  ['0', { collected: 0 }],
  ['630', { fault: 'Tk 104 more than is due.' }],
  ['5260', { fault: 'Tk 4734 more than is due.' }],
  ['526.01', { fault: 'Tk 0.01 more than is due.' }],
  ['-5', UNREAD],
  ['', UNREAD],
  ['5,2,6', UNREAD],
  ['five', UNREAD],
])('of Tk 526 a rider has taken “%s”: %j', (typed, amount) => {
  expect(doorAmount(typed, 526)).toEqual(amount);
});
