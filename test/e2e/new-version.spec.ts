/** Pages of an older build that are open while a newer one is started on the same data. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { newMigratedDataDir } from '../support/migrated-database.ts';
import { copyShop } from '../support/other-version.ts';
import { openShopProcess, removeData } from '../support/shop-process.ts';
import { expect, fillCart, fillCheckout, open, register, stored, test as base } from './shop.ts';

interface Upgrade {
  url: string;
  /** Stops the old version and starts the new one in its place. */
  start(): Promise<void>;
}

const ROOT = path.join(import.meta.dirname, '../..');

/** The old version has another heading on the groceries page, and another form of its data. */
const OLD = [
  { file: 'messages/en.ts', from: "GROCERIES = 'Groceries'", to: "GROCERIES = 'All groceries'" },
  { file: 'app/routes/groceries.tsx', from: 'return { sections, counts }', to: 'return { rows: sections, counts }' },
  { file: 'app/routes/groceries.tsx', from: 'loaderData: { sections,', to: 'loaderData: { rows: sections,' },
  // Only English pages are looked at: the others are those of this version.
  {
    file: 'server/build/build.ts',
    from: 'buildMode(mode, directory)',
    to: `mode === 'en' ? buildMode(mode, directory) : cp(join(${JSON.stringify(path.join(ROOT, 'build'))}, mode), join(directory, mode), { recursive: true })`,
  },
  { file: 'server/build/build.ts', from: 'BROTLI_MAX_QUALITY', to: 'BROTLI_MIN_QUALITY' },
];

/** Where the build of the old version is kept between runs: one of other sources has another name. */
async function keptBuild(): Promise<string> {
  const stamp = await readFile(path.join(ROOT, 'build/stamp'), 'utf8');
  const name = createHash('sha256').update(stamp).update(JSON.stringify(OLD)).digest('hex').slice(0, 16);
  return path.join(ROOT, 'node_modules/.cache/old-version', name);
}

const test = base.extend<{ upgrade: Upgrade; baseURL: string }, { oldVersion: string }>({
  oldVersion: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern.
    async ({}, use) => {
      const [folder, kept] = await Promise.all([copyShop(OLD), keptBuild()]);
      const build = path.join(folder, 'build');
      if (existsSync(kept)) await cp(kept, build, { recursive: true });
      await use(folder);
      if (!existsSync(kept) && existsSync(build)) await cp(build, kept, { recursive: true });
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  upgrade: async ({ oldVersion }, use) => {
    const dataDir = await newMigratedDataDir();
    const port = await freePort();
    const env = { DEMO: 'on' };
    let shop = await openShopProcess({ dataDir, port, env, folder: oldVersion });
    await use({
      url: shop.url,
      async start() {
        await shop.stop();
        shop = await openShopProcess({ dataDir, port, env });
      },
    });
    await shop.stop();
    await removeData(dataDir);
  },
  baseURL: ({ upgrade }, use) => use(upgrade.url),
});

// One worker, and so one build of the old version.
test.describe.configure({ mode: 'serial' });
test.use({ alsoExpected: [/Failed to load resource/] });

/** So that it can be told whether another document was loaded. */
const mark = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { samePage: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'samePage' in window);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an open page goes on, loses no form and takes the new version with the next navigation', async ({
  page,
  context,
  upgrade,
}) => {
  await register(page);
  await fillCart(page);
  const form = await context.newPage();
  await open(form, '/user/update-profile');
  await form.getByRole('textbox', { name: 'Name' }).fill('Rokeya Sultana');
  await fillCheckout(form);
  await mark(page);

  await upgrade.start();

  await form.getByRole('button', { name: 'Update profile' }).click();
  await expect(form.getByText('Profile updated!')).toBeVisible();
  await page.getByRole('button', { name: 'Increase quantity' }).first().click();
  expect(await isMarked(page)).toBe(true);
  await page.getByRole('link', { name: 'All groceries' }).first().click();
  await expect(heading(page)).toHaveText('Groceries');
  expect(await isMarked(page)).toBe(false);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: 'Cart, 2 items', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Cart items' }).getByText('2', { exact: true })).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an old page keeps its scripts and shows no new data, and the new version shows no old copies', async ({
    page,
    context,
    upgrade,
  }) => {
    await open(page, '/groceries');
    await stored(page, '/groceries');
    const before = await page.evaluate(() => caches.keys());
    await mark(page);
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/groceries.data') && response.ok());
    await upgrade.start();
    await (await refreshed).finished();
    await expect(heading(page)).toHaveText('All groceries');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await isMarked(page)).toBe(true);
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Home' }).click();
    await expect(heading(page)).toHaveText(/Fresh from the bazaar/);
    expect(await isMarked(page)).toBe(false);

    await expect
      .poll(() => page.evaluate(() => caches.keys()))
      .not.toContain(before.find((name) => name.startsWith('pages-')));
    await stored(page, '/groceries');
    await context.setOffline(true);
    await page.goto('/groceries');
    await expect(heading(page)).toHaveText('Groceries');
    await expect(page.getByRole('status').filter({ hasText: /^As of/ })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
