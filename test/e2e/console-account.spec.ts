import type { Locator, Page } from '@playwright/test';
import { codeAt } from '../support/operators.ts';
import { expect, expectGoodLooks, expectGoodScreen, test } from './console.ts';
import { asOperator } from './operator.ts';
import { open, PASSWORD } from './shop.ts';

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('the second factor is switched on, asked for by the login, and switched off', async ({
  page,
  operator,
  openBrowser,
}) => {
  await open(page, '/operator/account');
  await expect(page.getByRole('heading', { name: operator.name })).toBeVisible();
  await expectGoodLooks(page);
  const factor = page.getByRole('region', { name: 'Second factor' });
  const [password, code] = ['Password', 'Code'].map((name) => factor.getByRole('textbox', { name })) as [
    Locator,
    Locator,
  ];
  const press = (name: string): Promise<void> => factor.getByRole('button', { name }).click();
  const codes = factor.getByRole('listitem');
  await password.fill(PASSWORD);
  await press('Switch on');
  await expect(code).toBeFocused();
  await expect(factor.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectGoodLooks(page);
  const uri = (await factor.getByRole('link').getAttribute('href')) ?? '';
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  await expect(factor.getByText(secret.replace(/.{4}(?=.)/g, '$& '))).toBeVisible();
  await code.fill('12345');
  await press('Confirm');
  await expect(factor.getByRole('alert')).toContainText('not right');
  await code.fill(codeAt(secret, Date.now()));
  await press('Confirm');
  await expect(codes).toHaveCount(10);
  const [lost = '', renewing = '', ...others] = await codes.allInnerTexts();
  const kept = await factor.getByRole('link', { name: 'Download' }).getAttribute('href');
  expect(decodeURIComponent(kept ?? '')).toContain([lost, renewing, ...others].join('\n'));
  await press('I have kept them');
  await expect(factor.getByText('on', { exact: true })).toBeVisible();

  const other = await openBrowser();
  await open(other, '/operator/login');
  await logIn(other, operator.email);
  await expect(other.getByRole('heading', { name: 'Your code' })).toBeVisible();
  // The password alone opens nothing.
  expect((await other.request.get('/operator/account', { maxRedirects: 0 })).status()).toBe(302);
  await other.getByRole('link', { name: 'Your phone is gone?' }).click();
  await expectGoodScreen(other);
  await other.getByRole('textbox', { name: 'Code' }).fill(lost);
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(other).toHaveURL('/operator/orders');

  // New codes replace the old ones.
  await password.fill(PASSWORD);
  await press('New recovery codes');
  await expect(code).toBeFocused();
  await password.fill(PASSWORD);
  await code.fill(renewing);
  await press('New recovery codes');
  await expect(codes).toHaveCount(10);
  const [renewed = ''] = await codes.allInnerTexts();
  expect(others).not.toContain(renewed);
  await press('I have kept them');
  await password.fill('not the password');
  await press('Switch off');
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await code.fill(renewed);
  await press('Switch off');
  await expect(factor.getByText('off', { exact: true })).toBeVisible();
});

test('whoever is logged out elsewhere is out at once: a session is ended, the password is new, the operator is removed', async ({
  page,
  operator,
  openBrowser,
}) => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
  await open(page, '/operator/account');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: 'End' })).toHaveCount(0);
  const other = await openBrowser({ userAgent: agent });
  await open(other, '/operator/login?next=/account');
  await expectGoodScreen(other);
  await logIn(other, operator.email, 'not the password');
  await expect(other.getByRole('alert')).toBeFocused();
  await expect(other.getByRole('textbox', { name: 'Email' })).toHaveValue(operator.email);
  await logIn(other, operator.email);
  await expect(other).toHaveURL('/operator/account');

  await open(page, '/operator/account');
  // What is set in one browser shows in the other.
  const box = (tab: Page): Locator => tab.getByRole('checkbox', { name: 'Mail me about new orders' });
  await box(page).check();
  await expect(box(other)).toBeChecked();
  await box(other).uncheck();
  await expect(box(page)).not.toBeChecked();

  const row = sessions.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await row.getByRole('button', { name: 'End', exact: true }).click();
  await expect(other).toHaveURL(/\/operator\/login/);
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'The session was ended' })).toBeVisible();

  await logIn(other, operator.email);
  await expect(other).toHaveURL('/operator/account');
  const current = page.getByRole('textbox', { name: 'Current password' });
  const next = page.getByRole('textbox', { name: 'New password' });
  const change = async (from: string, to: string): Promise<void> => {
    await current.fill(from);
    await next.fill(to);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not the password', 'four ripe papayas');
  await expect(page.getByRole('alert')).toHaveText('This is not your current password!');
  await expect(current).toBeFocused();
  await change(PASSWORD, 'password');
  await expect(next).toHaveAttribute('aria-invalid', 'true');
  await change(PASSWORD, 'four ripe papayas');
  await expect(other).toHaveURL(/\/operator\/login/);
  await expect(current).toHaveValue('');

  await asOperator(page.request).removeOperator(operator.email);
  await expect(page).toHaveURL(/\/operator\/login/);
});
