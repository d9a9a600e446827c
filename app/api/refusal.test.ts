import { expect, test } from 'vitest';
import { PROBLEM_TYPE } from '../../base/problem.ts';
import { refusal } from './refusal.ts';

test('is a problem with its sentence in English, and the reason for pages', async () => {
  const response = refusal({ status: 422, reason: { code: 'too-long', field: 'city', limit: 100 } });
  expect(response.status).toBe(422);
  expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' });
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Unprocessable Content',
    status: 422,
    detail: 'City must have at most 100 characters!',
    reason: { code: 'too-long', field: 'city', limit: 100 },
  });
});

test('may have a type and further members, such as the current products', async () => {
  const response = refusal({
    status: 409,
    type: 'price-changed',
    reason: { code: 'price-changed' },
    extra: { products: [] },
  });
  expect(await response.json()).toEqual({
    type: 'price-changed',
    title: 'Conflict',
    status: 409,
    detail: 'Some prices have changed. Please check your cart and confirm again!',
    reason: { code: 'price-changed' },
    products: [],
  });
});

test('says when to try again, and which method is allowed', () => {
  const busy = refusal({ status: 503, reason: { code: 'pictures-busy' }, retryAfter: 5 });
  expect([busy.headers.get('retry-after'), busy.headers.get('allow')]).toEqual(['5', null]);
  const wrong = refusal({ status: 405, reason: { code: 'malformed', detail: 'Send POST.' }, allow: 'POST' });
  expect([wrong.headers.get('retry-after'), wrong.headers.get('allow')]).toEqual([null, 'POST']);
});
