/** A shop of its own for tests of the console that change the catalogue, which the other tests share. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { importProducts, OPERATOR_TOKEN } from '../support/operator-client.ts';
import { createShopFixture } from '../support/shop-fixture.ts';
import { newOperatorEmail } from './console.ts';
import { expect, newAccount, PASSWORD, waitForHydration } from './shop.ts';

type Row = Parameters<typeof importProducts>[1][number] & Partial<Record<'name_bn' | 'aliases' | 'available', string>>;

export interface ConsoleShop {
  url: string;
  /** Adds and changes products, as the command line does. */
  add(rows: readonly Row[]): Promise<void>;
  /** A new operator's console, in a browser of its own. `show` opens a screen. */
  openConsole(
    browser: Browser,
    options?: BrowserContextOptions,
  ): Promise<{ page: Page; email: string; show(path: string): Promise<void> }>;
  /** What the browsers of all consoles complained about. */
  complaints: string[];
  /** Posting to this address is refused from another site, to visitors and to shoppers. */
  expectRefused(browser: Browser, console: Page, path: string, body: PostBody): Promise<void>;
  close(): Promise<void>;
}

type PostBody = { form: Record<string, string> } | { multipart: Record<string, string> } | { data: string };

export async function openConsoleShop(env: Record<string, string> = {}): Promise<ConsoleShop> {
  const fixture = await createShopFixture();
  const { url } = await fixture.open({ env });
  const complaints: string[] = [];

  return {
    url,
    complaints,
    add: (rows) => importProducts(url, rows),
    close: () => fixture.close(),

    async openConsole(browser, options) {
      const context = await browser.newContext({ baseURL: url, ...options });
      const email = newOperatorEmail();
      const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
      const invited = await context.request.post('/api/operator/operators/invite', { headers, data: { email } });
      const { link } = await invited.json();
      const form = { name: 'Rina', password: PASSWORD };
      const entered = await context.request.post(link, { form, maxRedirects: 0 });
      expect(entered.status(), await entered.text()).toBe(302);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        const expected = /status of 4\d\d|ERR_(?:FAILED|INTERNET_DISCONNECTED|CONNECTION)/.test(message.text());
        if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
      });
      return {
        page,
        email,
        async show(path) {
          await page.goto(`/operator${path}`);
          if (options?.javaScriptEnabled !== false) await waitForHydration(page);
        },
      };
    },

    async expectRefused(browser, console, path, body) {
      const foreign = await console.request.post(path, { ...body, headers: { Origin: 'https://elsewhere.example' } });
      expect(foreign.status()).toBe(403);
      const context = await browser.newContext({ baseURL: url });
      expect((await context.request.post(path, { ...body, maxRedirects: 0 })).status()).toBe(401);
      const account = { ...newAccount(), password: PASSWORD };
      expect((await context.request.post('/api/auth/sign-up/email', { data: account })).ok()).toBe(true);
      expect((await context.request.post(path, { ...body, maxRedirects: 0 })).status()).toBe(401);
      await context.close();
    },
  };
}

/** Nothing is wider than the screen. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
