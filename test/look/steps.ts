/** What is done on a screen before it is photographed, by the roles and names of the contract. */
import type { Locator, Page, Route } from 'playwright';
import type { Language } from '../../base/language.ts';
import { asRecord } from '../../base/record.ts';
import * as bangla from '../../messages/bn.ts';
import * as english from '../../messages/en.ts';
import type { Stock } from './stock.ts';

export interface At {
  page: Page;
  language: Language;
  stock: Stock;
}
export type Step = (at: At) => Promise<void>;
type Role = Parameters<Page['getByRole']>[0];
/** A text is English, and in Bangla the one that says the same. */
type Name = string | RegExp;

/** The first one that is seen of this role and name. */
export function find(at: At, role: Role, name?: Name, within: Page | Locator = at.page): Locator {
  const options = name === undefined ? {} : { name: typeof name === 'string' ? inWords(name, at) : name, exact: true };
  return within.getByRole(role, options).filter({ visible: true }).first();
}

export const press =
  (role: Role, name: Name): Step =>
  (at) =>
    find(at, role, name).click();

/** In the first article of the page: a card. */
export const pressInCard =
  (name: Name): Step =>
  (at) =>
    find(at, 'button', name, find(at, 'article')).click();

export const fill =
  (role: 'textbox' | 'searchbox' | 'combobox' | 'spinbutton', name: Name, text: string): Step =>
  async (at) => {
    const field = find(at, role, name);
    await field.click();
    await field.fill(text);
  };

export const check =
  (role: 'checkbox' | 'radio' | 'switch', name: Name): Step =>
  (at) =>
    find(at, role, name).check({ force: true });

export const see =
  (role: Role, name?: Name): Step =>
  (at) =>
    find(at, role, name).waitFor();

export const arrive =
  (path: string): Step =>
  async ({ page }) => {
    await page.waitForURL((url) => url.pathname.endsWith(path));
  };

/** Opens everything on the page that folds. */
export const unfold: Step = async ({ page }) => {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
};

/** What not every version of the screen has; the picture shows what there is. */
export const perhaps =
  (role: Role, name: Name): Step =>
  async (at) => {
    const found = find(at, role, name);
    if ((await found.count()) > 0) await found.click();
  };

/** Answers for the shop, which is not asked: nothing is changed for the other pictures. */
export const answer =
  (address: RegExp, method: string, respond: (route: Route, at: At) => Promise<void>): Step =>
  async (at) => {
    await at.page.route(address, (route) =>
      route.request().method() === method ? respond(route, at) : route.fallback(),
    );
  };

/** Fills in the address of a customer who orders for the first time. */
export const fillAddress: Step = async (at) => {
  await find(at, 'textbox', 'Phone').fill('01798765432');
  const female = find(at, 'radio', /^(female|নারী|মহিলা)$/i);
  if ((await female.count()) > 0) await female.check({ force: true });
  else await find(at, 'combobox', 'Gender').selectOption('female');
  await find(at, 'textbox', 'Street').fill('House 9, Road 2');
  const area = find(at, 'combobox', 'Area');
  if ((await area.count()) > 0) {
    await area.fill('dhan');
    await find(at, 'option').click();
  }
  for (const [field, text] of [
    ['City', 'Dhaka'],
    ['Postcode', '1209'],
  ] as const) {
    const box = find(at, 'textbox', field);
    if ((await box.count()) > 0) await box.fill(text);
  }
};

function inWords(name: string, { language }: At): string {
  if (language === 'en') return name;
  const found = sameText(english, bangla, name);
  if (found === undefined) throw new Error(`no message of the shop is “${name}”, so its Bangla is not known`);
  return found;
}

function sameText(from: unknown, to: unknown, text: string): string | undefined {
  if (from === text) return typeof to === 'string' ? to : undefined;
  const record = asRecord(from);
  const other = asRecord(to);
  if (!record || !other) return undefined;
  for (const key of Object.keys(record)) {
    const found = sameText(record[key], other[key], text);
    if (found !== undefined) return found;
  }
  return undefined;
}
