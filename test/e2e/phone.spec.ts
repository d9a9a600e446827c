import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations, expect, fillCart, fillCheckout, open, register, test } from './shop.ts';

/** Simulates other machines' fonts: the letters are closer together or wider apart. Inherited by all text. */
const setLetterSpacing = (page: Page, spacing: string): Promise<void> =>
  page.evaluate((value) => void (document.documentElement.style.letterSpacing = value), spacing);

/** Sets the text size in percent, like the browser's setting. */
const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate((value) => void (document.documentElement.style.fontSize = `${value}%`), percent);

/** Parts of the page that cannot be reached or read: beyond the window's edges and in no scrolling row. */
const unreachableParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      return false;
    };
    return [...document.querySelectorAll('main *, header *, footer *')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [hidden]') && !scrolls(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.right > width + 0.5 || box.left < -0.5))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${Math.round(box.left)}–${Math.round(box.right)}`)
      .slice(0, 5);
  });

const box = async (locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It has no box.');
  return found;
};

const bottom = async (locator: Locator): Promise<number> => {
  const { y, height } = await box(locator);
  return y + height;
};

test('the shell takes at most 180 px above a screen, and leaves room for the first product on a small phone', async ({
  page,
}) => {
  await open(page, '/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Call +880 1700-000000' })).toBeVisible();
  for (const spacing of ['', '-0.08em', '0.06em']) {
    await setLetterSpacing(page, spacing);
    expect(await bottom(page.getByRole('navigation', { name: 'Categories' }))).toBeLessThanOrEqual(180);
    expect(await unreachableParts(page)).toEqual([]);
  }
  await setLetterSpacing(page, '');
  const tiles = page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link');
  await expect(tiles.first()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 616 });
  const card = page.getByRole('article').first();
  await expect(card.getByText(/^Tk/).first()).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeInViewport({ ratio: 1 });

  // The footer's columns fold.
  const services = page.getByRole('navigation', { name: 'Services' });
  await expect(services.getByRole('link', { name: 'Help' })).toBeHidden();
  const summary = services.locator('summary');
  expect((await box(summary)).height).toBeGreaterThanOrEqual(44);
  await summary.click();
  await expect(services.getByRole('link', { name: 'Help' })).toBeVisible();
  // With the bar of what the shop promises.
  expect((await box(page.getByRole('contentinfo'))).height).toBeLessThan(960);
});

/** Nothing is cut off or out of reach, with normal and with large text. */
async function expectReadable(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  for (const percent of [100, 130]) {
    await setTextSize(page, percent);
    expect(await unreachableParts(page), `${path} at ${percent} %`).toEqual([]);
    // Menu and cart are in the same row, above the search.
    const [menu, cart] = [page.getByRole('button', { name: 'Menu' }), page.getByRole('link', { name: /^Cart, / })];
    expect((await box(cart.first())).y, `${path} at ${percent} %`).toBeCloseTo((await box(menu)).y, 0);
  }
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, dd, dt, label)')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
      .filter((element) => getComputedStyle(element).overflow !== 'visible')
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
      )
      .map((element) => element.textContent),
  );
  expect(cut, path).toEqual([]);
}

test('on 320 px names have two lines and the search has room; at a zoom of 200 % cards stand one below the other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/groceries');
  await setTextSize(page, 130);
  expect((await box(page.getByRole('searchbox'))).width).toBeGreaterThan(60);
  await setTextSize(page, 100);
  const names = page.getByRole('article').getByRole('heading');
  const cut = await names.evaluateAll((all) =>
    all
      .filter((name) => {
        const line = Number.parseFloat(getComputedStyle(name).lineHeight);
        // Letters of some fonts are taller than their line; that is not another line.
        if (name.scrollHeight - name.clientHeight > line / 2) return true;
        const room = name.closest('.card-controls > div')?.getBoundingClientRect();
        return room !== undefined && name.getBoundingClientRect().bottom > room.bottom + 1;
      })
      .map((name) => name.textContent),
  );
  expect(cut).toEqual([]);
  // Also one long word.
  const wider = await names.first().evaluate((name) => {
    name.textContent = 'Rahmatullah'.repeat(6);
    return name.scrollWidth - name.clientWidth;
  });
  expect(wider).toBe(0);

  await open(page, '/groceries/raw-products/fish');
  await page.setViewportSize({ width: 195, height: 422 });
  const cards = page.getByRole('article');
  expect((await box(cards.nth(1))).y).toBeGreaterThan(await bottom(cards.first()));
  expect(await unreachableParts(page)).toEqual([]);
});

test('from the cart on nothing is cut off on 320 px with large text; prices have 1 decimal, the discount is not part of the sum', async ({
  page,
}) => {
  await register(page);
  await fillCart(page, '/groceries/offers', 2);
  await open(page, '/cart');
  const list = page.getByRole('list', { name: 'Cart items' });
  const first = list.getByRole('listitem').first();
  await first.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(first.getByText(/^Tk [\d.]+ each/)).toBeVisible();
  // In the usual font: the product that has two pieces and another price as the others.
  const heights = await list.getByRole('listitem').evaluateAll((all) => all.map((line) => line.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(88);
  const prices = await list.innerText();
  expect(prices).toMatch(/instead of\sTk/);
  expect(prices.match(/Tk [\d.]+/g)?.filter((price) => !/\.\d$/.test(price))).toEqual([]);

  const totals = page.getByRole('complementary', { name: 'Totals' });
  await expect(totals.getByRole('term')).toHaveText(['Subtotal', 'Shipping', 'Discount', 'Total']);
  expect((await box(totals.getByText(/^You saved Tk [\d.]+$/))).y).toBeGreaterThanOrEqual(
    await bottom(totals.getByText('Total', { exact: true })),
  );

  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    for (const percent of [100, 130, 200]) {
      await setTextSize(page, percent);
      const next = await box(page.getByRole('link', { name: 'Checkout', exact: true }));
      expect(next.x + next.width, `${width} px, ${percent} %`).toBeLessThan(width);
      const margin = 16 * (percent / 100);
      const { x, width: wide } = await box(list);
      expect(x + wide, `${width} px, ${percent} %`).toBeLessThanOrEqual(width - margin + 0.5);
      expect(await unreachableParts(page), `${width} px, ${percent} %`).toEqual([]);
    }
  }

  await open(page, '/checkout');
  await fillCheckout(page);
  await expectReadable(page, '/checkout');
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page).toHaveURL('/payment');
  await expectReadable(page, '/payment');
  for (const path of ['/user/profile', '/user/update-profile', '/user/orders', '/user/delete-account']) {
    await open(page, path);
    await expectReadable(page, path);
  }
});

test('a card is small, keeps its height when its product is added, and has its name at its picture', async ({
  page,
}) => {
  for (const [path, width, add, added] of [
    ['/groceries/raw-products/fish', 390, 'Add to Cart', 'Added'],
    ['/bn/groceries/raw-products/fish', 360, 'কার্টে নিন', 'কার্টে আছে'],
    ['/bn/groceries/raw-products/fish', 320, 'কার্টে নিন', 'কার্টে আছে'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await open(page, path);
    const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: add }) });
    const first = page.getByRole('article', { name: (await card.first().getAttribute('aria-label')) ?? '' });
    const { width: wide, height: before } = await box(first);
    expect(wide).toBeLessThanOrEqual(280);
    expect(before).toBeLessThanOrEqual(360);
    await first.getByRole('button', { name: add }).click();
    await expect(first.getByRole('button', { name: added })).toBeVisible();
    expect((await box(first)).height, `${path} at ${width} px`).toBe(before);
    const holes = await page.locator('.card-link').evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link.querySelector('.card-name') ?? link);
        const picture = link.querySelector('.card-picture')?.getBoundingClientRect().bottom ?? 0;
        return Math.round(range.getBoundingClientRect().top - picture);
      }),
    );
    expect(Math.max(...holes), `${path} at ${width} px`).toBeLessThanOrEqual(12);
  }
});

test('with text of 200 % a picture stands beside its texts, with text of 130 % two cards beside each other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/groceries/raw-products/fish', '/bn/groceries/raw-products/fish']) {
    await open(page, path);
    const cards = page.getByRole('article');
    await setTextSize(page, 130);
    expect((await box(cards.nth(1))).y, path).toBe((await box(cards.first())).y);
    await setTextSize(page, 200);
    const discounted = cards.filter({ has: page.locator('.card-badge') }).first();
    const [picture, name, badge] = await Promise.all(
      ['.card-picture', '.card-name', '.card-badge'].map((part) => box(discounted.locator(part))),
    );
    expect(picture?.width).toBeGreaterThan(90);
    expect(picture?.height).toBeGreaterThan(90);
    expect(name?.x).toBeGreaterThanOrEqual((picture?.x ?? 0) + (picture?.width ?? 0));
    expect(badge?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
    expect(await unreachableParts(page), path).toEqual([]);
  }
});

test('the link to the cart comes at the bottom edge, and a second tap where `Add to Cart` was never leaves the page', async ({
  page,
}) => {
  const path = '/groceries/raw-products/vegetables';
  await open(page, path);
  const bar = page.getByRole('link', { name: /^View cart, / });
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toHaveText('');
  // The button of a card is just above the edge, where the link to the cart comes, or half behind it.
  for (const [at, above] of [40, 62, 80].entries()) {
    const card = page.getByRole('article').nth(6 + 2 * at);
    const name = (await card.getAttribute('aria-label')) ?? '';
    const { x, y } = await card.getByRole('button', { name: 'Add to Cart' }).evaluate((button, distance) => {
      const place = button.getBoundingClientRect();
      scrollBy(0, place.top + place.height / 2 - (innerHeight - distance));
      return { x: place.left + place.width - 20, y: innerHeight - distance };
    }, above);
    await page.mouse.click(x, y);
    await page.mouse.click(x, y);
    await expect(bar).toBeVisible();
    await expect(page).toHaveURL(path);
    const increase = page
      .getByRole('article', { name, exact: true })
      .getByRole('button', { name: 'Increase quantity' });
    expect(await bottom(increase), `${above} px`).toBeLessThanOrEqual((await box(bar)).y);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(bar).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toHaveText('1');
  await expect(bar).toHaveAccessibleName(/^View cart, 1 items, Tk \d+\.\d$/);
  expect(await accessibilityViolations(page, ['label-content-name-mismatch', 'region'])).toEqual([]);
  // In one line, with large text too.
  for (const percent of [100, 130]) {
    await setTextSize(page, percent);
    const [count, amount] = await Promise.all([box(bar.getByText('View cart · 1')), box(bar.getByText(/^Tk/))]);
    expect(count.y).toBeCloseTo(amount.y, 0);
    expect(count.x).toBeLessThan(amount.x);
    expect(await bottom(bar)).toBeGreaterThan(830);
  }
  await setTextSize(page, 100);
  // On a short page as well. A product's page has its own.
  await open(page, '/favourites');
  expect(await bottom(bar)).toBeGreaterThan(830);
  await open(page, '/product/ilish-hilsa');
  await expect(page.getByRole('complementary', { name: 'Cart Items' })).toHaveCount(0);
  await open(page, path);
  await bar.click();
  await expect(page).toHaveURL(/\/user\/login\?next=/);
});

test('a skeleton has the measures of its screen, which is as complete as its document, and the tapped link is marked', async ({
  page,
}) => {
  await open(page, '/about');
  const bar = page.getByRole('navigation', { name: 'Categories' });
  for (const [name, path] of [
    ['Home', '/'],
    ['Groceries', '/groceries'],
    ['Raw Products', '/groceries/raw-products'],
    ['Fish', '/groceries/raw-products/fish'],
  ] as const) {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.data*', async (route) => {
      await released;
      await route.continue();
    });
    await bar.getByRole('link', { name, exact: true }).click();
    await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    const [place, first] =
      path === '/groceries'
        ? ['.large-tiles > *', page.getByRole('main').getByRole('link', { name: /^Vegetables/ })]
        : ['.card', page.getByRole('article')];
    const skeleton = page.getByRole('status', { name: 'Loading' }).locator(place).first();
    const shape = await box(skeleton);
    release();
    await expect(page).toHaveURL(path);
    const card = await box(first.first());
    expect(Math.abs(card.height - shape.height), path).toBeLessThanOrEqual(1);
    expect(Math.abs(card.y - shape.y), path).toBeLessThanOrEqual(8);
    const html = await (await page.request.get(path)).text();
    await expect(page.getByRole('article')).toHaveCount(html.split('<article').length - 1);
    await page.unroute('**/*.data*');
  }
});

test('the search box leaves space for the text and has one focus ring, and its button shows a press but no hover', async ({
  page,
}) => {
  await open(page, '/');
  const form = page.getByRole('search');
  const select = page.getByRole('combobox', { name: 'Search category' });
  const input = page.getByRole('searchbox', { name: 'Search products' });
  expect((await box(input)).width).toBeGreaterThan((await box(form)).width * 0.6);
  await input.focus();
  const ring = await form.evaluate((element) => {
    const { outlineStyle, outlineWidth, borderRadius } = getComputedStyle(element);
    return { outlineStyle, outlineWidth, round: Number.parseFloat(borderRadius) > 0 };
  });
  expect(ring).toEqual({ outlineStyle: 'solid', outlineWidth: '2px', round: true });

  await select.selectOption('raw-products');
  // It keeps its own size with any font.
  const { shown, needed } = await select.evaluate((element) => {
    const now = element.getBoundingClientRect().width;
    element.style.flex = 'none';
    element.style.width = 'max-content';
    return { shown: now, needed: element.getBoundingClientRect().width };
  });
  expect(shown).toBeGreaterThanOrEqual(needed - 0.5);

  const button = form.getByRole('button', { name: 'Search' });
  const look = (): Promise<string> =>
    button.evaluate((element) => {
      for (const animation of element.getAnimations()) animation.finish();
      const { backgroundColor, opacity } = getComputedStyle(element);
      return `${backgroundColor} ${opacity}`;
    });
  const before = await look();
  await button.hover();
  expect(await look()).toBe(before);
  await page.mouse.down();
  expect(await look()).not.toBe(before);
  await page.mouse.move(0, 0);
  await page.mouse.up();
});

test('the login screen after the cart says that the cart is not lost', async ({ page }) => {
  await fillCart(page, '/groceries/raw-products/rice', 1);
  await page.getByRole('link', { name: 'Cart, 1 items', exact: true }).click();
  await expect(page).toHaveURL(/\/user\/login\?next=/);
  const waiting = page.getByRole('region', { name: /Your cart is waiting for you/ });
  const total = waiting.getByRole('definition').last();
  const atFirst = (await total.textContent()) ?? '';
  expect(atFirst).toMatch(/^Tk [\d.]+$/);
  await waiting.getByRole('listitem').getByRole('button', { name: 'Increase quantity' }).click();
  await expect(total).not.toHaveText(atFirst);
  await expect(waiting).toContainText('Expected delivery: ');
  await page.getByRole('textbox', { name: 'Email' }).fill('rahim@example.com');
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/user\/register\?next=/);
  await expect(page.getByText(/Your cart is waiting for you/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('rahim@example.com');
  await open(page, '/user/login');
  await expect(page.getByText(/Your cart is waiting for you/)).toHaveCount(0);
  // Without products the message is not shown.
  await page.evaluate(() => localStorage.clear());
  await open(page, '/user/login?next=/cart');
  await expect(page.getByText(/Your cart is waiting for you/)).toHaveCount(0);
});

test('a link is requested once when a finger touches it, its screen is announced, and a lost focus moves there', async ({
  page,
}) => {
  await open(page, '/');
  const spoken = page.locator('[aria-live=polite].sr-only');
  await expect(spoken).toHaveText('');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.data')) asked.push(pathname);
  });
  const link = page
    .getByRole('navigation', { name: 'Shop by category' })
    .getByRole('link', { name: 'Fruits', exact: true });
  const touched = page.waitForRequest(/fruits\.data/);
  await link.dispatchEvent('pointerover', { pointerType: 'touch' });
  await touched;
  await link.tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Fruits', exact: true })).toBeVisible();
  expect(asked).toEqual(['/groceries/raw-products/fruits.data']);
  await expect(spoken).toHaveText('Fruits · Sodai');

  const groceries = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Groceries' });
  await groceries.press('Enter');
  await expect(spoken).toHaveText('Groceries · Sodai');
  await expect(groceries).toBeFocused();
  // Every category is one tap away here too.
  const tiles = page.getByRole('region', { name: 'Raw Products categories' }).getByRole('link');
  await expect(tiles.first()).toBeInViewport({ ratio: 1 });
  await page.getByRole('region', { name: 'Top Products' }).getByRole('link', { name: 'View more' }).press('Enter');
  await expect(spoken).toHaveText('Top Products · Sodai');
  await expect(page.getByRole('main')).toBeFocused();
});

test('from cart to order a phone has little that leads elsewhere, and the search comes when it is used', async ({
  page,
}) => {
  await register(page);
  await fillCart(page, '/groceries/raw-products/rice', 1);
  await open(page, '/cart');
  await expect(page.getByRole('navigation', { name: 'Categories' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  const search = page.getByRole('search');
  const shown = (): Promise<boolean> => search.evaluate((form) => form.checkVisibility({ opacityProperty: true }));
  expect(await shown()).toBe(false);
  await page.locator('header label').tap();
  expect(await shown()).toBe(true);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('mango');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search-results/);
  await expect(page.getByRole('navigation', { name: 'Categories' })).toBeVisible();
});
