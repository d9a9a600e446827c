import { createHmac } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectGoodLooks,
  expectGoodScreen,
  expectRefusedToStrangers,
  newOperatorEmail,
  test,
} from './console.ts';
import { asOperator } from './operator.ts';
import { open, PASSWORD, register } from './shop.ts';

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** The code of an authenticator app (RFC 6238), so many periods of 30 s from now. */
function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

const factorOf = (page: Page): Locator => page.getByRole('region', { name: 'Second factor' });

async function switchOn(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const factor = factorOf(page);
  await factor.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await factor.getByRole('button', { name: 'Switch on' }).click();
  await expect(factor.getByRole('img', { name: 'QR code' })).toBeVisible();
  const uri = (await factor.getByRole('link').getAttribute('href')) ?? '';
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  await expect(factor.getByText(secret.replace(/.{4}(?=.)/g, '$& '))).toBeVisible();
  await factor.getByRole('textbox', { name: 'Code' }).fill('12345');
  await factor.getByRole('button', { name: 'Confirm' }).click();
  await expect(factor.getByRole('alert')).toContainText('not right');
  await factor.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await factor.getByRole('button', { name: 'Confirm' }).click();
  await expect(factor.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await factor.getByRole('listitem').allInnerTexts();
  const kept = await factor.getByRole('link', { name: 'Download' }).getAttribute('href');
  expect(decodeURIComponent(kept ?? '')).toContain(recoveryCodes.join('\n'));
  await factor.getByRole('button', { name: 'I have kept them' }).click();
  await expect(factor.getByText('on', { exact: true })).toBeVisible();
  return { secret, recoveryCodes };
}

test('the account fits and has no violations', async ({ page, operator }) => {
  await open(page, '/operator/account');
  await expect(page.getByRole('heading', { name: operator.name })).toBeVisible();
  await expectGoodLooks(page);
  const factor = factorOf(page);
  await factor.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await factor.getByRole('button', { name: 'Switch on' }).click();
  await expect(factor.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expectGoodLooks(page);
});

test('an invitation opens the console once', async ({ openBrowser, request }) => {
  const email = newOperatorEmail();
  const shop = asOperator(request);
  const older = await shop.invite(email);
  const link = await shop.invite(email);
  const page = await openBrowser();
  await page.goto(older);
  await expect(page.getByRole('heading', { name: 'This invitation is over' })).toBeVisible();
  await open(page, link);
  await expectGoodScreen(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Karim');
  await page.getByRole('textbox', { name: 'Password' }).fill('12345678');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Karim');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL('/operator/orders');
  const again = await openBrowser();
  const answer = await again.goto(link);
  expect(answer?.status()).toBe(404);
  expect(answer?.headers()['referrer-policy']).toBe('strict-origin');
  await expect(again.getByRole('heading', { name: 'This invitation is over' })).toBeVisible();
});

test('the login says the same for a wrong password, an unknown address and a shopper', async ({
  operator,
  openBrowser,
}) => {
  const page = await openBrowser();
  const shopper = await register(page);
  // A shopper's session is none here.
  await page.goto('/operator/account?from=shop');
  await expect(page).toHaveURL(/\/operator\/login\?next=/);
  await expectGoodScreen(page);
  const refused = page.getByRole('alert');
  for (const [email, password] of [
    [operator.email, 'not the password'],
    [newOperatorEmail(), PASSWORD],
    [shopper.email, PASSWORD],
  ] as const) {
    await open(page, '/operator/login?next=/account?from=shop');
    await logIn(page, email, password);
    await expect(refused).toHaveText('Invalid email or password');
    await expect(refused).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  }
  await logIn(page, operator.email);
  await expect(page).toHaveURL('/operator/account?from=shop');
});

test('with the second factor the login needs a code, each recovery code works once', async ({
  page,
  operator,
  openBrowser,
}) => {
  await open(page, '/operator/account');
  const { secret, recoveryCodes } = await switchOn(page);
  const [recovery = ''] = recoveryCodes;
  const login = async (code: string, lost = false): Promise<Page> => {
    const other = await openBrowser();
    await open(other, '/operator/login');
    await logIn(other, operator.email);
    await expect(other.getByRole('heading', { name: 'Your code' })).toBeVisible();
    // The password alone opens nothing.
    expect((await other.request.get('/operator/account', { maxRedirects: 0 })).status()).toBe(302);
    if (lost) await other.getByRole('link', { name: 'Your phone is gone?' }).click();
    await expectGoodScreen(other);
    await other.getByRole('textbox', { name: 'Code' }).fill(code);
    await other.getByRole('button', { name: 'Confirm' }).click();
    return other;
  };
  await expect(await login(codeOf(secret, 1))).toHaveURL('/operator/orders');
  await expect(await login(recovery, true)).toHaveURL('/operator/orders');
  const again = await login(recovery, true);
  await expect(again.getByRole('alert')).toContainText('was used before');

  // New codes replace the old ones, and without the factor no code is asked for.
  const factor = factorOf(page);
  await factor.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await factor.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(factor.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await factor.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await factor.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[2] ?? '');
  await factor.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(factor.getByRole('listitem')).toHaveCount(10);
  const [renewed = '', ...codes] = await factor.getByRole('listitem').allInnerTexts();
  expect([renewed, ...codes]).not.toContain(recoveryCodes[1]);
  await factor.getByRole('button', { name: 'I have kept them' }).click();
  await factor.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await factor.getByRole('button', { name: 'Switch off' }).click();
  await expect(factor.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await factor.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await factor.getByRole('button', { name: 'Switch off' }).click();
  await expect(factor.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await factor.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await factor.getByRole('textbox', { name: 'Code' }).fill(renewed);
  await factor.getByRole('button', { name: 'Switch off' }).click();
  await expect(factor.getByText('off', { exact: true })).toBeVisible();
  await open(again, '/operator/login');
  await logIn(again, operator.email);
  await expect(again).toHaveURL('/operator/orders');
});

test('another session is shown, and out at once when it is ended', async ({ page, operator, openBrowser }) => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
  const other = await openBrowser({ userAgent: agent });
  await open(page, '/operator/account');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: 'End' })).toHaveCount(0);
  await open(other, '/operator/login');
  await logIn(other, operator.email);
  await expect(other).toHaveURL('/operator/orders');
  await open(page, '/operator/account');
  const row = sessions.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await row.getByRole('button', { name: 'End', exact: true }).click();
  await expect(other).toHaveURL(/\/operator\/login/);
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'The session was ended' })).toBeVisible();
});

test('a new password logs the other browsers out, and keeps this one', async ({ page, operator, openBrowser }) => {
  const other = await openBrowser();
  await open(other, '/operator/login');
  await logIn(other, operator.email);
  await expect(other).toHaveURL('/operator/orders');
  await open(page, '/operator/account');
  const current = page.getByRole('textbox', { name: 'Current password' });
  const next = page.getByRole('textbox', { name: 'New password' });
  await current.fill('not the password');
  await next.fill('four ripe papayas');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is not your current password!');
  await expect(current).toBeFocused();
  await current.fill(PASSWORD);
  await next.fill('password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(next).toHaveAttribute('aria-invalid', 'true');
  await next.fill('four ripe papayas');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(other).toHaveURL(/\/operator\/login/);
  await expect(current).toHaveValue('');
  await open(page, '/operator/account');
  await expect(page).toHaveURL('/operator/account');
  await logIn(other, operator.email, 'four ripe papayas');
  await expect(other).toHaveURL('/operator/orders');
});

test('mails about new orders are switched on and off at once', async ({ page, context }) => {
  await open(page, '/operator/account');
  const other = await context.newPage();
  await open(other, '/operator/account');
  const box = (tab: Page): Locator => tab.getByRole('checkbox', { name: 'Mail me about new orders' });
  await expect(box(page)).not.toBeChecked();
  await box(page).check();
  await expect(box(other)).toBeChecked();
  await box(other).uncheck();
  await expect(box(page)).not.toBeChecked();
  await page.reload();
  await expect(box(page)).not.toBeChecked();
});

test('the writes of the account are refused to strangers', async ({ page, operator, openBrowser }) => {
  await open(page, '/operator/account');
  await expectRefusedToStrangers(
    page,
    [
      { intent: 'mails', on: 'yes' },
      { intent: 'password', current: PASSWORD, password: 'four ripe papayas' },
      { intent: 'begin', password: PASSWORD },
      { intent: 'passkey', password: PASSWORD },
      { intent: 'passkey-remove', passkey: 'abc', password: PASSWORD },
    ].map((form) => ({ path: '/operator/account', body: { form } })),
  );
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Mail me about new orders' })).not.toBeChecked();
  const other = await openBrowser();
  await open(other, '/operator/login');
  await logIn(other, operator.email);
  await expect(other).toHaveURL('/operator/orders');
});

test('an operator who is removed is out at once', async ({ page, operator, request, openConsole }) => {
  const { page: other, operator: colleague } = await openConsole();
  await open(page, '/operator/account');
  await open(other, '/operator/account');
  await asOperator(request).removeOperator(colleague.email);
  await expect(other).toHaveURL(/\/operator\/login/);
  await logIn(other, colleague.email, colleague.password);
  await expect(other.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByText(operator.email)).toBeVisible();
});
