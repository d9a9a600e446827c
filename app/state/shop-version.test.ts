import { beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../test/support/browser-page.ts';

let version: typeof import('./shop-version.ts');
let answering: string | null;
beforeEach(async () => {
  const { window } = openPage();
  answering = null;
  const fetch = async () => new Response('', { headers: answering === null ? {} : { 'X-Shop-Version': answering } });
  Object.assign(window, { __reactRouterManifest: { version: 'a1' }, fetch });
  vi.resetModules();
  version = await import('./shop-version.ts');
  version.watchShopVersion();
});

test.each([
  ['the same version', 'a1', false],
  ['another version', 'b2', true],
  ['something else, such as a picture', null, false],
])('an answer of %s', async (_, sent, outdated) => {
  answering = sent;
  expect((await window.fetch('/groceries.data')).status).toBe(200);
  expect(version.isOutdated()).toBe(outdated);
});

test('a document stays outdated', async () => {
  answering = 'b2';
  await window.fetch('/groceries.data');
  answering = 'a1';
  await window.fetch('/groceries.data');
  expect(version.isOutdated()).toBe(true);
});
