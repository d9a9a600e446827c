import type { Page } from '@playwright/test';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { accessibilityViolations, DESKTOP, expect, open, order, register, test } from './shop.ts';

const usual = (page: Page) => page.getByRole('region', { name: 'Your usual' });

/** Where the parts of home begin, in px from its top. */
const tops = (page: Page, names: readonly string[]): Promise<number[]> =>
  Promise.all(names.map(async (name) => (await page.getByRole('region', { name }).boundingBox())?.y ?? NaN));

test('a customer’s own orders come first at home, in places that are kept, and nothing moves', async ({ page }) => {
  await register(page);
  await watchShifts(page);
  await open(page, '/');
  await expect(page.getByRole('region', { name: 'Top Products' })).toBeVisible();
  await expectNoShift(page, 'without orders');
  await expect(usual(page)).toHaveCount(0);

  const { id } = await order(page, 'flour');
  for (const viewport of [page.viewportSize() ?? DESKTOP.viewport, DESKTOP.viewport]) {
    await page.setViewportSize(viewport);
    await open(page, '/');
    await expect(usual(page).getByRole('article')).toHaveCount(1);
    await expectNoShift(page, `with an order at ${viewport.width} px`);
    const next = page.getByRole('main').getByRole('link').first();
    await expect(next).toHaveAccessibleName(new RegExp(`^#${id.slice(0, 6)} · pending .*have Tk`));
    await expect(next).toHaveAttribute('href', `/user/orders/${id}`);
    const order = await tops(page, ['Order again', 'Your usual', 'Top Products']);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await usual(page).getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3');

  await page.request.post(`/api/orders/${id}/cancel`);
  await open(page, '/');
  await expect(usual(page)).toHaveCount(0);
});

test('a visitor sees the first product at most 236 px from the top of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/');
  expect((await page.getByRole('article').first().boundingBox())?.y).toBeLessThanOrEqual(236);
});
