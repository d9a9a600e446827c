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

test('a refusal says when to try again, and which method is allowed', async () => {
  const busy = await answerTo(refusals.tooMany(290));
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '290']);
  expect(await busy.json()).toMatchObject({ message: 'Too many attempts. Please try again in 5 minutes.' });
  const wrong = await answerTo({ ...refusals.malformed(405, 'METHOD_NOT_ALLOWED', 'Send POST.'), allow: 'POST' });
  expect([wrong.status, wrong.headers.get('allow'), wrong.headers.has('retry-after')]).toEqual([405, 'POST', false]);
  expect(await wrong.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', message: 'Send POST.', detail: 'Send POST.' });
});
