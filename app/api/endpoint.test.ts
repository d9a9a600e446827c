import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { PROBLEM_TYPE } from '../../base/problem.ts';
import { done } from '../../domain/outcome.ts';
import { OPERATIONS } from '../../server/operations.ts';
import type { Viewer } from '../../server/identity/identity.ts';
import type { Services } from '../../server/services.ts';
import { operationsContext, servicesContext, viewerContext } from '../context.ts';
import { answerWith, refusal } from './endpoint.ts';
import * as operator from './operator.ts';
import * as orders from './orders.ts';

test('is a problem with its sentence in English, the reason for pages, and each bad field', async () => {
  const reason = { code: 'too-long', field: 'city', limit: 100 } as const;
  const malformed = { code: 'malformed', detail: 'Write yes or no.' } as const;
  const fields = [
    { field: 'city', reason },
    { field: 'delivers', row: 2, reason: malformed },
  ];
  const response = refusal({ status: 422, reason, fields });
  expect(response.status).toBe(422);
  expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' });
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Unprocessable Content',
    status: 422,
    detail: 'City must have at most 100 characters!',
    reason,
    fields: [
      { field: 'city', detail: 'City must have at most 100 characters!' },
      { field: 'delivers', row: 2, detail: 'Write yes or no.' },
    ],
  });
});

test('has the members of what is so by now, such as the current products', async () => {
  const response = refusal({ status: 409, reason: { code: 'price-changed' }, now: { products: [] } });
  expect(await response.json()).toEqual({
    type: 'price-changed',
    title: 'Conflict',
    status: 409,
    detail: 'Some products or prices have changed. Please check your cart and confirm again!',
    reason: { code: 'price-changed' },
    products: [],
  });
});

test('says when to try again, and which method is allowed', () => {
  const busy = refusal({ status: 503, reason: { code: 'pictures-busy' }, retryAfter: 5 });
  expect([busy.headers.get('retry-after'), busy.headers.get('allow')]).toEqual(['5', null]);
  const wrong = refusal({ status: 405, reason: { code: 'malformed', detail: 'Send POST.' } }, 'POST');
  expect([wrong.headers.get('retry-after'), wrong.headers.get('allow')]).toEqual([null, 'POST']);
});

test('an answer has what was done, with its status and headers', async () => {
  const made = answerWith(done({ id: 'a' }), { status: () => 201, headers: ({ id }) => ({ Location: id }) });
  expect([made.status, made.headers.get('location'), await made.json()]).toEqual([201, 'a', { id: 'a' }]);
  expect(answerWith(done(undefined)).status).toBe(204);
});

test.each([null, 'text/plain', 'application/x-www-form-urlencoded', 'application/json-seq', 'text/json'])(
  'a body as %s is 415, for an order and for an operation',
  async (type) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, { authenticateOperator: () => ({ kind: 'admitted' }) } as unknown as Services);
    context.set(operationsContext, OPERATIONS);
    context.set(viewerContext, async () => ({ id: 'ayesha' }) as Viewer);
    const endpoints = [
      { loader: orders.loader, pattern: '/api/orders', params: {} },
      { loader: operator.loader, pattern: '/api/operator/*', params: { '*': 'doctor' } },
    ];
    for (const { loader, ...at } of endpoints) {
      const url = new URL(at.pattern, 'http://shop');
      const body = new TextEncoder().encode('{}');
      const request = new Request(url, {
        method: 'POST',
        body,
        headers: type === null ? {} : { 'Content-Type': type },
      });
      expect((await loader({ request, url, context, ...at })).status).toBe(415);
    }
  },
);
