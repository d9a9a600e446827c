import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { PROBLEM_TYPE } from '../../base/problem.ts';
import type { Refusal } from '../../server/identity/refusals.ts';
import * as refusals from '../../server/identity/refusals.ts';
import type { Services } from '../../server/services.ts';
import { servicesContext } from '../context.ts';
import { action, loader } from './auth.ts';

/** What the endpoint answers when the identity answers so. */
function answerTo(answer: Response | Refusal): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(servicesContext, { identity: { handle: async () => answer } } as unknown as Services);
  const request = new Request('https://shop.example/api/auth/sign-in/email', { method: 'POST' });
  return loader({ context, request } as unknown as Parameters<typeof loader>[0]);
}

test('an answer of the identity is passed on', async () => {
  const answer = Response.json({ user: { email: 'rahim@example.com' } }, { headers: { 'Set-Cookie': 'a=b' } });
  expect(await answerTo(answer)).toBe(answer);
  expect(action).toBe(loader);
});

test('a refusal is a problem that also has a code and a message', async () => {
  const response = await answerTo(refusals.ALREADY_REGISTERED);
  expect(response.status).toBe(422);
  expect(response.headers.get('content-type')).toBe(PROBLEM_TYPE);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.has('retry-after')).toBe(false);
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Unprocessable Content',
    status: 422,
    detail: 'User already exists. Use another email.',
    code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    message: 'User already exists. Use another email.',
    reason: { code: 'already-registered' },
  });
});

test.each<[Refusal, number, string, string, Record<string, string>]>([
  [refusals.NOT_A_CUSTOMER, 400, 'USER_NOT_FOUND', 'user not found!', {}],
  [refusals.NO_USER_WITH_EMAIL, 400, 'USER_NOT_FOUND', 'No user found with this email!', {}],
  [refusals.NOT_SIGNED_IN, 401, 'UNAUTHORIZED', 'Please log in first.', {}],
  [refusals.WRONG_PASSWORD, 400, 'INVALID_PASSWORD', 'This is not your current password!', {}],
  [
    refusals.malformed(404, 'NOT_FOUND', 'There is no such endpoint.'),
    404,
    'NOT_FOUND',
    'There is no such endpoint.',
    {},
  ],
  [
    { ...refusals.malformed(405, 'METHOD_NOT_ALLOWED', 'This endpoint takes another method.'), allow: 'POST' },
    405,
    'METHOD_NOT_ALLOWED',
    'This endpoint takes another method.',
    { allow: 'POST' },
  ],
  [
    refusals.tooMany(290),
    429,
    'TOO_MANY_REQUESTS',
    'Too many attempts. Please try again in 5 minutes.',
    { 'retry-after': '290' },
  ],
  [
    refusals.DATABASE_UNAVAILABLE,
    503,
    'UNAVAILABLE',
    'The shop cannot do that just now. Please try again in a moment.',
    { 'retry-after': '2' },
  ],
])('%j', async (given, status, code, sentence, headers) => {
  const response = await answerTo(given);
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': PROBLEM_TYPE,
    'cache-control': 'no-store',
    ...headers,
  });
  expect(await response.json()).toMatchObject({
    status,
    detail: sentence,
    code,
    message: sentence,
    reason: given.reason,
  });
});
