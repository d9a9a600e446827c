/** A lost network, a busy shop and a failing shop, in the browser. */
import type { Page } from '@playwright/test';
import { expect, fillCheckout, open, putInCart, register, test, waitForHydration } from './shop.ts';

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

test('a tap without a network waits on the unchanged page, and continues with the network', async ({
  page,
  context,
}) => {
  await register(page);
  await open(page, '/user/update-profile');
  await page.getByRole('textbox', { name: 'Street' }).fill('12 Lake Ro');
  await page.getByRole('searchbox').fill('half a wo');
  const orders = page.getByRole('link', { name: 'My Orders' }).first();
  // Hover, focus and press, like a person.
  await orders.hover();
  await page.evaluate(() => scrollBy(0, 20));
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await context.setOffline(true);
  await orders.click();
  await expect(notice(page)).toBeVisible();
  await expect(heading(page)).toHaveText('Update Profile');
  await expectWhole(page);
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('12 Lake Ro');
  await expect(page.getByRole('searchbox')).toHaveValue('half a wo');
  expect(await page.evaluate(() => scrollY)).toBe(place);

  await context.setOffline(false);
  await expect(page).toHaveURL('/user/orders');
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("a navigation waits after a proxy's answer, until another one replaces it; an error of the shop is shown", async ({
  page,
}) => {
  await open(page, '/groceries/raw-products/rice');
  let asked = 0;
  let status = 502;
  await page.route('**/oil.data*', (route) => {
    asked += 1;
    return asked > 3 ? route.fallback() : route.fulfill({ status, contentType: 'text/html', body: HTML });
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

  [asked, status] = [2, 200];
  await bar(page).getByRole('link', { name: 'Oil' }).click();
  await expect(notice(page)).toBeVisible();
  await expectWhole(page);
  await expect(heading(page)).toHaveText(/Oil/);
  await expect(notice(page)).toHaveCount(0);

  [asked, status] = [0, 500];
  await page.route('**/groceries.data*', (route) => route.fulfill({ status, contentType: 'text/html', body: HTML }));
  await bar(page).getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  await expect(page.getByText('Bad Gateway')).toHaveCount(0);
  await page.getByRole('link', { name: 'Cart, 0 items', exact: true }).click();
  await expect(heading(page)).toHaveText('Login');
});

test('scripts that are lost are loaded again: with their document, or for the next screen', async ({ page }) => {
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await page.route('**/assets/root-*.js', (route) =>
    documents === 1 ? route.abort('connectionreset') : route.fallback(),
  );
  await page.goto('/');
  await waitForHydration(page);
  expect(documents).toBe(2);
  // The network comes back between a lost script and the question for it.
  let questions = 0;
  const script = await page.evaluate<string>("__reactRouterManifest.routes['routes/user/login'].module");
  await page.route(`**${script}`, (route) => {
    const question = route.request().method() === 'HEAD';
    if (question) questions += 1;
    return questions < 2 ? route.abort('connectionreset') : route.fallback();
  });
  // Some browsers never import again what was lost once. There the screen opens as a document.
  await page.route('**/assets/probe.js', (route) => route.abort('connectionreset'), { times: 1 });
  const probe = "import(location.origin + '/assets/probe.js').then(() => '', String)";
  await page.evaluate(probe);
  await page.route('**/assets/probe.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  const forgets = (await page.evaluate(probe)) === '';
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(notice(page)).toBeVisible();
  await expectWhole(page);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(documents).toBe(forgets ? 2 : 3);
});

test('a screen whose script is stored but not what that script imports waits for it', async ({ page, context }) => {
  await open(page, '/');
  await page.evaluate(async () => {
    const { routes } = Reflect.get(window, '__reactRouterManifest');
    // Stored as immutable, as when the network is lost between the two files.
    await (await fetch(routes['routes/user/login'].module)).text();
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

test('what does not reach the shop says so and changes nothing: a profile, a deletion, a picture, a logout', async ({
  page,
  context,
}) => {
  await register(page);
  await putInCart(page);
  await open(page, '/user/update-profile');
  await fillCheckout(page);
  await context.setOffline(true);
  const update = page.getByRole('button', { name: 'Update profile' });
  await update.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Profile update failed!' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('12 Lake Road');
  await context.setOffline(false);
  await update.click();
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated!' })).toBeVisible();
  // It is refused before it is sent.
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith('/api/profile/picture') ? 1 : 0));
  await page
    .getByLabel('Upload image')
    .setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByRole('alert').filter({ hasText: 'Image upload failed!' })).toBeVisible();
  await expect(page.getByText('A picture may have at most 5 MB.')).toBeVisible();
  await expect(page.getByText('Uploading...')).toHaveCount(0);
  expect(sent).toBe(0);

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

  await open(page, '/user/profile');
  await context.setOffline(true);
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await expect(page.getByRole('alert').filter({ hasText: 'An error occured!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 2 items', exact: true })).toBeVisible();
  await expect(heading(page)).toHaveText('My Profile');
  await context.setOffline(false);
  await logout.click();
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('a login and a reset that fail say so on their own screens, and keep what was typed', async ({
  page,
  context,
}) => {
  await open(page, '/user/login?next=/checkout');
  const email = page.getByRole('textbox', { name: 'Email' });
  const password = page.getByRole('textbox', { name: 'Password' });
  const alert = page.getByRole('alert');
  await email.fill('nobody@example.com');
  await password.fill('three green mangoes');
  await page.getByRole('button', { name: 'Login' }).press('Enter');
  await expect(alert).toHaveText('user not found!');
  await expect(alert).toBeFocused();
  await expect(email).toHaveValue('nobody@example.com');
  await page.route('**/user/*.data*', (route) => route.fulfill({ status: 503, body: 'busy' }));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(alert).toHaveText('An error occured!');
  await expect(email).toHaveValue('nobody@example.com');
  await expect(password).toHaveValue('three green mangoes');
  await page.unrouteAll();

  await open(page, '/user/reset-password');
  await email.fill('someone@example.com');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(alert).toHaveText('Error 503!! An error occured!');
  await expect(email).toHaveValue('someone@example.com');
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
