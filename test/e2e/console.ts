/** What the tests of the operator's console share: an operator, and pages that are logged in. */
import { type APIRequestContext, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { asOperator, type Invited } from './operator.ts';
import {
  accessibilityViolations,
  consoleErrorsOf,
  expect,
  keepToasts,
  LOOK_RULES,
  PASSWORD,
  test as base,
} from './shop.ts';

export { expect };

/** Under a thumb in the light, and at a desk in the dark: there only colours and landmarks are different. */
const LOOKS = [
  { viewport: { width: 360, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', rules: LOOK_RULES },
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
  openBrowser: async ({ browser, alsoExpected }, use) => {
    const contexts: BrowserContext[] = [];
    const consoleErrors: (readonly string[])[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await keepToasts(context);
      const page = await context.newPage();
      consoleErrors.push(consoleErrorsOf(page, alsoExpected));
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(consoleErrors.flat(), 'the other pages’ console errors').toEqual([]);
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
export async function becomeOperator(request: APIRequestContext, as?: Invited): Promise<ConsoleOperator> {
  const email = newOperatorEmail();
  const link = await asOperator(request).invite(email, as);
  const operator = { email, name: `Operator ${operators}`, password: PASSWORD };
  const form = { name: operator.name, password: operator.password };
  const response = await request.post(link, { form, maxRedirects: 0 });
  expect(response.status(), await response.text()).toBe(302);
  return operator;
}

/** The screen has no violation of axe (or of only these rules), and nothing is wider than it. */
export async function expectGoodScreen(page: Page, rules?: string[]): Promise<void> {
  expect(await accessibilityViolations(page, rules)).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, 'px wider than the screen').toBeLessThanOrEqual(0);
}

/** The same under a thumb and at a desk, in light and dark mode. */
export async function expectGoodLooks(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const { viewport, colorScheme, ...look } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectGoodScreen(page, 'rules' in look ? look.rules : undefined);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

/** Ends the session. On a phone the button stands under `More`. */
export async function logOut(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More' });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out of the console?' });
  await dialog.getByRole('button', { name: 'Logout' }).click();
}
