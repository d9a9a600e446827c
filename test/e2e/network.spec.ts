/** A lost network, a busy shop and a failing shop, in the browser. */
import type { Page } from '@playwright/test';
import { waitForHydration, expect, fillCart, open, register, test } from './shop.ts';

// The browser logs this for every request that a test blocks.
test.use({ alsoExpected: [/Failed to load resource/] });

const NO_CONNECTION = 'No connection. The page opens as soon as there is one.';
const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

const notice = (page: Page) => page.getByRole('status').filter({ hasText: NO_CONNECTION });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Categories' });

/** A page with its styles and its header, without the error screen. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  await expect(page.getByText('502')).toHaveCount(0);
}

test('a navigation without a network waits on the unchanged page, and continues with the network', async ({
  page,
  context,
}) => {
  await open(page, '/groceries');
  await page.getByRole('searchbox').fill('half a wo');
  await page.evaluate(() => scrollTo(0, 500));
  await context.setOffline(true);
  // Playwright's own click would scroll to where the header would be if it were not sticky.
  await page.getByRole('link', { name: 'Cart, 0 items', exact: true }).dispatchEvent('click');
  await expect(notice(page)).toBeVisible();
  await expect(heading(page)).toHaveText(/Groceries/);
  await expectWhole(page);
  await expect(page.getByRole('searchbox')).toHaveValue('half a wo');
  expect(await page.evaluate(() => scrollY)).toBe(500);

  await context.setOffline(false);
  await expect(page).toHaveURL(/empty-cart/);
  await expect(heading(page)).toHaveText('Login');
  await expect(notice(page)).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a tap without a network, on a link to a new screen, waits, and typed text stays', async ({ page, context }) => {
  await register(page);
  await open(page, '/user/update-profile');
  await page.getByRole('textbox', { name: 'Street' }).fill('12 Lake Ro');
  await context.setOffline(true);
  // Hover, focus and press, like a person.
  await page.getByRole('link', { name: 'My Orders' }).first().click();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('12 Lake Ro');
  await context.setOffline(false);
  await expect(page).toHaveURL('/user/orders');
});

test('a refused login keeps its fields, for any spelling of its URL', async ({ page }) => {
  await open(page, '/user/login?next=/checkout');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('three green mangoes');
  await page.getByRole('button', { name: 'Login' }).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('user not found!');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@example.com');
});

test('another navigation replaces a waiting one for good', async ({ page }) => {
  await open(page, '/groceries/raw-products/rice');
  let asked = 0;
  await page.route('**/oil.data*', (route) => {
    asked += 1;
    return route.fulfill({ status: 502, contentType: 'text/html', body: HTML });
  });
  await bar(page).getByRole('link', { name: 'Oil' }).click();
  await expect(notice(page)).toBeVisible();
  await expectWhole(page);
  // It is retried automatically.
  await expect.poll(() => asked).toBeGreaterThan(1);
  await bar(page).getByRole('link', { name: 'Flour' }).click();
  await expect(heading(page)).toHaveText(/Flour/);
  await expect(notice(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/flour$/);
});

for (const [what, answer] of [
  ["a proxy's page of status 200", { status: 200, contentType: 'text/html', body: HTML }],
  ['a busy shop', { status: 503, contentType: 'application/problem+json', body: '{"title":"Busy"}' }],
  ['a connection that is reset', null],
] as const) {
  test(`a navigation waits after ${what}`, async ({ page }) => {
    await open(page, '/about');
    let refusals = 2;
    await page.route('**/help.data*', (route) => {
      refusals -= 1;
      if (refusals < 0) return route.fallback();
      return answer ? route.fulfill(answer) : route.abort('connectionreset');
    });
    // A page without a loader has no data request.
    await page.route('**/groceries.data*', (route) => {
      refusals -= 1;
      if (refusals < 0) return route.fallback();
      return answer ? route.fulfill(answer) : route.abort('connectionreset');
    });
    await bar(page).getByRole('link', { name: 'Groceries' }).click();
    await expect(notice(page)).toBeVisible();
    await expectWhole(page);
    await expect(page).toHaveURL(/\/groceries$/);
    await expect(notice(page)).toHaveCount(0);
  });
}

test('a document whose scripts are lost loads them again', async ({ page }) => {
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await page.route('**/assets/root-*.js', (route) =>
    documents === 1 ? route.abort('connectionreset') : route.fallback(),
  );
  await page.goto('/groceries/raw-products/rice');
  await waitForHydration(page);
  expect(documents).toBe(2);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
});

test("a screen's missing script is retried until it comes", async ({ page }) => {
  await open(page, '/');
  let refusals = 2;
  await page.route('**/assets/login-*.js', (route) => {
    refusals -= 1;
    return refusals < 0 ? route.fallback() : route.abort('connectionreset');
  });
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(notice(page)).toBeVisible();
  await expectWhole(page);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a screen whose script is stored but not what that script imports waits for it', async ({ page, context }) => {
  await open(page, '/');
  await page.evaluate(async () => {
    const { routes } = Reflect.get(window, '__reactRouterManifest');
    // Stored as immutable, as when the network is lost between the two files.
    await (await fetch(routes['routes/login'].module)).text();
  });
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Login' }).first().dispatchEvent('click');
  await expect(notice(page)).toBeVisible();
  await expectWhole(page);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('an answer that is given up before its end causes no error', async ({ page }) => {
  await page.addInitScript(() => {
    const send = window.fetch;
    // Everything of the answer arrives but its end.
    window.fetch = async (input, init) => {
      const response = await send(input, init);
      if (!String(input).includes('/groceries.data')) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes);
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      Reflect.set(window, 'arrived', true);
      return new Response(body, response);
    };
  });
  await open(page, '/about');
  // Without its script the screen cannot be shown yet.
  await page.route('**/assets/groceries-*.js', () => undefined);
  await bar(page).getByRole('link', { name: 'Groceries' }).click();
  await page.waitForFunction(() => 'arrived' in window);
  await bar(page).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('an error of the shop shows the error screen, with header and styles', async ({ page }) => {
  await open(page, '/');
  await page.route('**/groceries.data*', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: HTML }),
  );
  await bar(page).getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  await expect(page.getByText('Bad Gateway')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Cart, 0 items', exact: true }).click();
  await expect(heading(page)).toHaveText('Login');
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
});

test('failed forms show a message and keep the typed text', async ({ page, context }) => {
  await register(page);
  await open(page, '/user/update-profile');
  await page.getByRole('textbox', { name: 'Phone' }).fill('01712345678');
  await page.getByRole('textbox', { name: 'Street' }).fill('12 Lake Road');
  await page.getByRole('textbox', { name: 'City' }).fill('Dhaka');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1207');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Profile update failed!' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('12 Lake Road');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated!' })).toBeVisible();

  await open(page, '/user/delete-account');
  const confirmation = page.getByRole('textbox', { name: 'Type delete-my-account to confirm' });
  await confirmation.fill('delete-my-account');
  await page.route('**/user/delete-account.data*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: HTML }),
  );
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'An error occured!' })).toBeVisible();
  await expect(confirmation).toHaveValue('delete-my-account');
  await expectWhole(page);
});

test('login, registration and reset show errors on their own screens', async ({ page, context }) => {
  await open(page, '/user/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('someone@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('three green mangoes');
  await page.route('**/user/*.data*', (route) => route.fulfill({ status: 503, body: 'busy' }));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('An error occured!');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('someone@example.com');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('three green mangoes');
  await page.unrouteAll();

  await open(page, '/user/reset-password');
  await page.getByRole('textbox', { name: 'Email' }).fill('someone@example.com');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error 503!! An error occured!');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('someone@example.com');
});

test('a logout that does not reach the shop changes nothing', async ({ page, context }) => {
  await register(page);
  await fillCart(page);
  await open(page, '/user/profile');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'An error occured!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 2 items', exact: true })).toBeVisible();
  await expect(heading(page)).toHaveText('My Profile');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('failed pictures and lists load again when the connection is back', async ({ page, context }) => {
  await page.route('**/images/**', (route) => route.abort());
  let refused = 0;
  await page.route('**/api/listings/**', (route) => {
    refused += 1;
    return refused > 1 ? route.fallback() : route.abort();
  });
  await open(page, '/groceries/offers');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(15);
  const missing = (): Promise<number> =>
    page.evaluate(() => [...document.images].filter(({ complete, naturalWidth }) => complete && !naturalWidth).length);
  await expect.poll(missing).toBeGreaterThan(3);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await page.unroute('**/images/**');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(cards).not.toHaveCount(15);
  await expect.poll(missing).toBe(0);
});

test('a reload keeps the scroll position', async ({ page }) => {
  await open(page, '/groceries');
  await page.evaluate(() => scrollTo(0, 700));
  await page.reload();
  await waitForHydration(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
});

test('a picture that is too large is refused before it is sent', async ({ page }) => {
  await register(page);
  await open(page, '/user/update-profile');
  let sent = 0;
  await page.route('**/api/profile/picture', (route) => {
    sent += 1;
    return route.fallback();
  });
  await page
    .getByLabel('Upload image')
    .setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByRole('alert').filter({ hasText: 'Image upload failed!' })).toBeVisible();
  await expect(page.getByText('A picture may have at most 5 MB.')).toBeVisible();
  await expect(page.getByText('Uploading...')).toHaveCount(0);
  expect(sent).toBe(0);
});
