/** How long pages wait for answers, and how long they retry. The tests control the page's clock. */
import type { Page } from '@playwright/test';
import { PICTURE, expect, open, register, test } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

const PICTURE_API = '**/api/profile/picture';
const ERROR_SCREEN = 'Unexpected Application Error!';

/** Uploads a picture. */
const upload = (page: Page): Promise<void> => page.getByLabel('Upload image').setInputFiles(PICTURE);

test('sending and deleting a picture end with an error when no answer comes, and a screen stays when its refresh fails', async ({
  page,
}) => {
  await register(page);
  await page.clock.install();
  await open(page, '/user/update-profile');
  await upload(page);
  const remove = page.getByRole('button', { name: 'Delete image' });
  await expect(remove).toBeEnabled();

  // Only an abort by the page ends these requests. The route stays: without one the browser lets go what it holds.
  let holds = true;
  await page.route(PICTURE_API, (route) => (holds ? undefined : route.continue()));
  let asked = page.waitForRequest(PICTURE_API);
  await upload(page);
  await asked;
  await page.clock.fastForward(60_000);
  await expect(page.getByText('Uploading...')).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page.getByRole('alert').filter({ hasText: 'Image upload failed!' })).toBeVisible();
  await expect(page.getByText('Uploading...')).toHaveCount(0);

  asked = page.waitForRequest(PICTURE_API);
  await remove.click();
  await asked;
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete!' })).toBeVisible();
  await expect(remove).toBeEnabled();

  // The screen is refreshed because of the new picture, and keeps what was typed.
  holds = false;
  const street = page.getByRole('textbox', { name: 'Street' });
  await street.fill('12 Lake Road');
  let faults = 0;
  const data = '**/user/update-profile.data*';
  await page.route(data, (route) => {
    faults += 1;
    return route.fulfill({ status: 500, contentType: 'text/html', body: '' });
  });
  const picture = page.getByRole('main').getByRole('img');
  const before = await picture.getAttribute('src');
  await upload(page);
  await expect.poll(() => faults).toBeGreaterThan(0);
  await page.clock.fastForward(15_000);
  await expect.poll(() => faults).toBeGreaterThan(1);
  await expect(page.getByText(ERROR_SCREEN)).toHaveCount(0);
  await expect(street).toHaveValue('12 Lake Road');
  await page.unroute(data);
  await page.clock.fastForward(15_000);
  await expect(picture).not.toHaveAttribute('src', before ?? '');
  await expect(street).toHaveValue('12 Lake Road');
});

test('failed pictures are retried without an end, and all of them as soon as another one loads', async ({ page }) => {
  await page.clock.install();
  let refused = 0;
  await page.route('**/images/**', (route) => {
    refused += 1;
    return route.abort();
  });
  await open(page, '/groceries/offers');
  const missing = (): Promise<number> =>
    page.evaluate(() => [...document.images].filter(({ complete, naturalWidth }) => complete && !naturalWidth).length);
  await expect.poll(missing).toBeGreaterThan(3);
  for (let pauses = 0; pauses < 3; pauses += 1) {
    const before = refused;
    await page.clock.fastForward(240_000);
    await expect.poll(() => refused).toBeGreaterThan(before);
    await expect.poll(missing).toBeGreaterThan(3);
  }
  await page.unroute('**/images/**');
  await page.evaluate(() => {
    const [first] = document.images;
    if (first) first.src = String(first.getAttribute('src'));
  });
  await expect.poll(missing).toBe(0);
});
