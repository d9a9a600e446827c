/** What a hand feels on a slow phone: from a touch or a key to what it changes on the screen. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Locator } from 'playwright';
import type { CartItem } from '../domain/orders/cart.ts';
import { ROW_SIZE } from '../domain/catalogue/catalogue.ts';
import { CATEGORIES } from '../test/support/first-categories.ts';
import type { Product } from '../domain/catalogue/product.ts';
import { freePort } from '../test/support/free-port.ts';
import { withBrowser } from './browser.ts';
import { registerCustomer } from './customers.ts';
import { timeOfFirstTap } from './first-tap.ts';
import { type Phone, withPhone } from './phone.ts';
import { atMost, type Bench, quantile, rounded } from './report.ts';
import { scroll } from './scrolling.ts';
import { withShop, withShopData } from './shop.ts';
import { startSlowNetwork } from './slow-network.ts';

/** Home is opened so often, and so many buttons are touched in each of its three rows. */
const HOMES = 3;
const BUTTONS_OF_A_ROW = 4;
const CART_LINES = 100;
const CART_TOUCHES = 25;
const TEXTS = ['rice', 'milk', 'mango'];
/** Touched on home: the first in the bar above it, the others among its category pictures. */
const TOUCHED_CATEGORIES = [
  '/groceries/raw-products',
  '/groceries/raw-products/fruits',
  '/groceries/raw-products/rice',
];
/** Each is touched so often, each time in a browser that knows nothing but home. */
const CATEGORY_VISITS = 3;
/** A pointer rests on a link for so long before the press, in ms. */
const REST_MS = 1_000;
/** A key is down for so long, in ms. */
const KEY_MS = 40;
/** A shop that has just opened makes open pages reload their data, in ms. */
const JUST_OPENED_MS = 3_000;

/** Home is opened so often for the first tap. */
const FIRST_TAPS = 20;
/** Scrolled through, and how often. */
const SCROLLED_CARDS = 100;
const SCROLLED_LIST = '/groceries/search-results?searchText=a&searchCategory=all';
const SCROLLS = 3;

/** What is measured, and in how many ms the share of the times is done that `shareOf` says. */
const FIRST = 'from opening home to `Add to Cart` with effect';
const ADD = '`Add to Cart` on home';
const PLUS = 'plus on home';
const CART = `plus in a cart of ${CART_LINES} lines`;
const KEY = 'a key in the search box';
const COLD = 'a category, first cards';
const RESTED = 'a category, first cards, after the pointer rested on it';
const FRAME = `a frame while scrolling through ${SCROLLED_CARDS} cards`;
const GOALS_MS: Readonly<Record<string, number>> = {
  [FIRST]: 1_500,
  [ADD]: 80,
  [PLUS]: 80,
  [CART]: 80,
  [KEY]: 40,
  [COLD]: 800,
  [RESTED]: 250,
  [FRAME]: 100,
};
/** A first visit differs by the network; of frames each one is seen. */
const SHARES: Readonly<Record<string, number>> = { [FIRST]: 0.75, [FRAME]: 1 };

const INCREASE = 'Increase quantity';

type Show = (label: string, done: number, total: number) => void;

export const bench: Bench = {
  name: 'hand',
  about: 'from a touch or a key to the next paint, and to the cards of a category, on a slow phone',
  run: (show) =>
    withShopData('own', async (data) => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      return withShop(
        data,
        async (shop) => {
          const network = await startSlowNetwork(shop.port, port);
          try {
            return await withBrowser(async (browser) => {
              await delay(JUST_OPENED_MS);
              const items = await largeCart(shop.url);
              const cookie = await registerCustomer(shop.port, url);
              return reportOf({
                [FIRST]: await firstTaps(browser, url, show),
                ...(await touchCards(browser, url, show)),
                [CART]: await touchCart(browser, { url, cookie, items }, show),
                [KEY]: await type(browser, url, show),
                ...(await openCategories(browser, url, show)),
                [FRAME]: await scrollCards(browser, url, show),
              });
            });
          } finally {
            network.close();
          }
        },
        { env: { PUBLIC_URL: url } },
      );
    }),
};

/** A cart of many products, as the browser stores it. */
async function largeCart(url: string): Promise<CartItem[]> {
  const batches = CATEGORIES.map(async (slug) => {
    const answer = await fetch(`${url}/api/listings/${slug}`);
    return ((await answer.json()) as { products: Product[] }).products;
  });
  const products = (await Promise.all(batches)).flat().filter(({ available }) => available);
  if (products.length < CART_LINES) throw new Error(`the demo catalogue has only ${products.length} products`);
  return products.slice(0, CART_LINES).map((product) => Object.assign(product, { quantity: 1 }));
}

async function firstTaps(browser: Browser, url: string, show: Show): Promise<number[]> {
  const times: number[] = [];
  for (let tap = 0; tap < FIRST_TAPS; tap += 1) {
    show('first tap', tap, FIRST_TAPS);
    times.push(await timeOfFirstTap(browser, url));
  }
  return times;
}

/** The longest frame of each time. */
async function scrollCards(browser: Browser, url: string, show: Show): Promise<number[]> {
  const longest: number[] = [];
  for (let time = 0; time < SCROLLS; time += 1) {
    show('scrolling', time, SCROLLS);
    longest.push(Math.max(...(await scroll(browser, url + SCROLLED_LIST, SCROLLED_CARDS))));
  }
  return longest;
}

/** Touches `Add to Cart`, then plus, on cards all over home. */
async function touchCards(browser: Browser, url: string, show: Show): Promise<Record<string, number[]>> {
  const added: number[] = [];
  const increased: number[] = [];
  for (let home = 0; home < HOMES; home += 1) {
    show('cards', home, HOMES);
    await withPhone(browser, url, async (phone) => {
      const all = await phone.page.locator('main article').all();
      const cards = all
        .filter((_, at) => at % ROW_SIZE < BUTTONS_OF_A_ROW)
        .map((card) => ({ add: card.locator('.card-add'), plus: card.getByRole('button', { name: INCREASE }) }));
      added.push(
        ...(await touch(
          phone,
          cards.map(({ add }) => add),
        )),
      );
      increased.push(
        ...(await touch(
          phone,
          cards.map(({ plus }) => plus),
        )),
      );
    });
  }
  return { [ADD]: added, [PLUS]: increased };
}

interface Customer {
  url: string;
  cookie: string;
  items: readonly CartItem[];
}

/** Touches plus on lines all over a large cart. */
async function touchCart(browser: Browser, { url, cookie, items }: Customer, show: Show): Promise<number[]> {
  show('cart', 0, 1);
  const [name = '', value = ''] = cookie.split('=');
  return withPhone(
    browser,
    `${url}/cart`,
    async (phone) => {
      const buttons = await phone.page.getByRole('button', { name: INCREASE }).all();
      const every = buttons.length / CART_TOUCHES;
      return touch(
        phone,
        buttons.filter((_, at) => at % every === 0),
      );
    },
    async (context) => {
      await context.addCookies([{ name, value, url }]);
      await context.addInitScript((cart) => {
        if (localStorage.length === 0) localStorage.setItem('cartItems', cart);
      }, JSON.stringify(items));
    },
  );
}

/** Touches each of them; returns the times to the next paint. */
async function touch(phone: Phone, targets: readonly Locator[]): Promise<number[]> {
  await phone.forget();
  for (const target of targets) await phone.tap(target);
  return phone.interactions(targets.length);
}

/** Types letters while the suggestions for the letters before them are open. */
async function type(browser: Browser, url: string, show: Show): Promise<number[]> {
  show('search box', 0, 1);
  return withPhone(browser, url, async (phone) => {
    const { page } = phone;
    const box = page.getByRole('searchbox');
    const list = page.getByRole('listbox');
    const times: number[] = [];
    for (const [first = '', ...letters] of TEXTS) {
      await phone.tap(box);
      await box.fill('');
      await page.keyboard.press(first);
      for (const letter of letters) {
        await list.waitFor();
        await phone.forget();
        await page.keyboard.press(letter, { delay: KEY_MS });
        times.push(...(await phone.interactions(1)));
      }
    }
    return times;
  });
}

/**
 * Opens categories from home, each in a browser that has seen only home: by touch, and by a pointer that rested on the
 * link.
 */
async function openCategories(browser: Browser, url: string, show: Show): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = { [COLD]: [], [RESTED]: [] };
  const visits = TOUCHED_CATEGORIES.flatMap((path) => Array<string>(CATEGORY_VISITS).fill(path));
  for (const [at, path] of visits.entries()) {
    show('categories', at, visits.length);
    for (const name of [COLD, RESTED]) {
      await withPhone(browser, url, async (phone) => {
        const link = phone.page.locator(`nav a[href="${path}"]`).first();
        const press = name === COLD ? phone.tap(link) : clickAfterRest(link);
        const [ms] = await Promise.all([phone.page.evaluate(firstCards, path), press]);
        times[name]?.push(ms);
      });
    }
  }
  return times;
}

async function clickAfterRest(link: Locator): Promise<void> {
  await link.hover();
  await delay(REST_MS);
  await link.click();
}

/** Runs in the page. The time from the next press to the frame that paints cards of the screen at `path`, in ms. */
function firstCards(path: string): Promise<number> {
  return new Promise((resolve) => {
    addEventListener('pointerdown', ({ timeStamp }) => {
      const before = new Set(document.querySelectorAll('main article'));
      const look = (): void => {
        const cards = location.pathname === path ? [...document.querySelectorAll('main article')] : [];
        const card = cards.find((each) => !before.has(each));
        // A timeout of a frame ends after that frame.
        if (card && card.checkVisibility()) setTimeout(() => resolve(performance.now() - timeStamp));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  });
}

function reportOf(times: Readonly<Record<string, readonly number[]>>) {
  const measured = Object.entries(times).map(([name, all]) => {
    const share = SHARES[name] ?? 0.95;
    const label = share === 1 ? 'longest' : `p${share * 100}`;
    return { name, label, ms: quantile(all, share), goal: GOALS_MS[name] ?? Number.NaN };
  });
  return {
    title: 'What a hand feels on a slow phone, in ms',
    goals: measured.map(({ name, label, ms, goal }) => atMost(`${name}, ${label}`, ms, goal, 'ms')),
    tables: [
      {
        title: 'Time to the next paint, or to the first cards, in ms',
        columns: ['what', 'times', 'p50', 'p75', 'p95', 'longest'],
        rows: Object.entries(times).map(([name, all]) => [
          name,
          all.length,
          rounded(quantile(all, 0.5)),
          rounded(quantile(all, 0.75)),
          rounded(quantile(all, 0.95)),
          rounded(Math.max(...all)),
        ]),
      },
    ],
    plot: {
      panels: measured.map(({ name, label, ms, goal }) => ({
        title: name,
        unit: `ms, ${label}`,
        goal,
        bars: [{ label: 'Sodai', value: ms }],
      })),
    },
    notes: [
      'A screen of 412 × 823 with touch, the processor four times slower (CDP), the Moto G Power of Lighthouse.',
      "Slow 4G as Lighthouse means it: round trips of 150 ms, 1.6 Mbit/s; a relay delays the packets of all connections, the service worker's too.",
      'First tap: the finger comes as soon as the button has been painted, for 60 ms, until the product is in local storage and `Added` has been painted.',
      'Touches and keys: Event Timing, from the event to the next paint, in steps of 8 ms, the longest event of an interaction.',
      'Categories: from the moment the finger comes down, for 60 ms, until the frame with the first cards.',
      `Scrolling: by a finger, ${SCROLLS} times, while the next products load; the longest time between two frames.`,
    ],
  };
}
