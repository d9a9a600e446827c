/** The worker's shop for tests of the console, with operators and what their browsers complained about. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { importProducts, OPERATOR_TOKEN } from '../support/operator-client.ts';
import { newOperatorEmail } from './console.ts';
import { expect, PASSWORD, waitForHydration } from './shop.ts';
import type { WorkerShop } from './worker-shop.ts';

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
}

export function consoleShop({ url }: WorkerShop): ConsoleShop {
  const complaints: string[] = [];

  return {
    url,
    complaints,
    add: (rows) => importProducts(url, rows),

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
  };
}
