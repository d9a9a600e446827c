import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openPage } from '../../../test/support/browser-page.ts';
import { SOON } from '../../../test/support/soon.ts';

test('what was pressed without a network is sent in its order as soon as there is one', async () => {
  const { window } = openPage();
  // As on a page over plain http.
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const network = { onLine: false };
  vi.stubGlobal('navigator', network);
  const sent: object[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    sent.push(Object.fromEntries(body));
    return Response.json({ revision: sent.length });
  });
  vi.resetModules();
  const { beginSending, done, press, presses } = await import('./presses.ts');
  beginSending('jamal');
  press({ rider: 'jamal', order: 'first', change: 'deliver', collected: 100 });
  press({ rider: 'jamal', order: 'second', change: 'return', reason: 'not-reachable' });
  expect(sent).toEqual([]);
  const [first = '', second] = presses.get().map(({ key }) => key);
  expect(z.uuidv4().parse(first)).not.toBe(second);

  network.onLine = true;
  window.dispatchEvent(new Event('online'));
  expect(sent).toEqual([{ key: first, order: 'first', change: 'deliver', collected: '100' }]);
  await vi.waitUntil(() => presses.get().length === 0, SOON);
  expect(sent.slice(1)).toEqual([{ key: second, order: 'second', change: 'return', reason: 'not-reachable' }]);
  expect(done.get()).toMatchObject([
    { key: second, revision: 2 },
    { key: first, revision: 1 },
  ]);
});

test('a press that the browser cannot store is kept with the page, and sent', async () => {
  const { window } = openPage();
  const network = { onLine: false };
  vi.stubGlobal('navigator', network);
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    sent.push(body.get('order'));
    return Response.json({ revision: 1 });
  });
  vi.resetModules();
  const { beginSending, press, presses } = await import('./presses.ts');
  beginSending('jamal');
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError');
  });
  press({ rider: 'jamal', order: 'first', change: 'deliver', collected: 100 });
  // Another tab stores something; the screen is opened again.
  window.dispatchEvent(new Event('storage'));
  beginSending('jamal');
  expect(presses.get()).toMatchObject([{ order: 'first', collected: 100, isUnstored: true }]);

  network.onLine = true;
  window.dispatchEvent(new Event('online'));
  await vi.waitUntil(() => presses.get().length === 0, SOON);
  expect(sent).toEqual(['first']);
  full.mockRestore();
});
