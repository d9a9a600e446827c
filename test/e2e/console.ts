/** What the tests of the operator's console share: an operator, and pages that are logged in. */
import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { asOperator } from './operator.ts';
import { accessibilityViolations, expect, PASSWORD, register, test as base } from './shop.ts';

export { expect };

/** Under a thumb, and at a desk. */
export const CONSOLE_VIEWPORTS = [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
] as const;

export interface ConsoleOperator {
  email: string;
  name: string;
  password: string;
}

/** Playwright's test with a page that is logged in to the console, as an operator of its own. */
export const test = base.extend<{
  operator: ConsoleOperator;
  /** Opens a page of another browser, where nobody is logged in. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens the console of another operator, in a browser of its own. */
  openConsole: () => Promise<{ page: Page; operator: ConsoleOperator }>;
}>({
  operator: async ({ context }, use) => {
    await use(await becomeOperator(context.request));
  },
  page: async ({ page, operator }, use) => {
    expect(operator.email).not.toBe('');
    await use(page);
  },
  openBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  openConsole: async ({ openBrowser }, use) => {
    await use(async () => {
      const page = await openBrowser();
      return { page, operator: await becomeOperator(page.request) };
    });
  },
});

let operators = 0;

/** An e-mail address that no other test uses. */
export function newOperatorEmail(): string {
  operators += 1;
  return `operator-${process.pid}-${Date.now().toString(36)}-${operators}@example.com`;
}

/** Invites an operator and accepts the invitation; the cookies of the session are those of the request's browser. */
export async function becomeOperator(request: APIRequestContext): Promise<ConsoleOperator> {
  const email = newOperatorEmail();
  const link = await (await asOperator(request)).invite(email);
  const operator = { email, name: `Operator ${operators}`, password: PASSWORD };
  const form = { name: operator.name, password: operator.password };
  const response = await request.post(link, { form, maxRedirects: 0 });
  expect(response.status(), await response.text()).toBe(302);
  return operator;
}

/**
 * A write of the console's form at `path` is refused from another site, and without an operator's session: to a visitor and to a shopper.
 * The caller checks that nothing has changed.
 */
export async function expectRefusedToStrangers(
  { page, browser }: { page: Page; browser: Browser },
  path: string,
  form: Record<string, string>,
): Promise<void> {
  const foreign = await page.request.post(path, { form, headers: { Origin: 'https://elsewhere.example' } });
  expect(foreign.status()).toBe(403);
  const context = await browser.newContext();
  const stranger = await context.newPage();
  const asVisitor = await stranger.request.post(path, { form, maxRedirects: 0 });
  expect(asVisitor.status()).toBe(401);
  await register(stranger);
  const asShopper = await stranger.request.post(path, { form, maxRedirects: 0 });
  expect(asShopper.status()).toBe(401);
  await context.close();
}

/** The screen has no violation of axe, and nothing is wider than it. */
export async function expectGoodScreen(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, 'px wider than the screen').toBeLessThanOrEqual(0);
}
