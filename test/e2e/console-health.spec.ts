/** A shop's backups, and the way back from one. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { becomeOperator, expectGoodLooks } from './console.ts';
import { addDevice } from './device.ts';
import { expect, open, PASSWORD, test } from './shop.ts';
import { openWorkerShop, type WorkerShop } from './worker-shop.ts';

let folder: string;
let fresh: WorkerShop;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sodai-health-'));
  fresh = await openWorkerShop({ BACKUP_URL: folder });
});
test.afterAll(async () => {
  await fresh.close();
  await rm(folder, { recursive: true });
});

/** A new owner of this shop, in a browser of their own. */
async function openConsole(browser: Browser): Promise<{ page: Page; email: string }> {
  const page = await browser.newPage({ baseURL: fresh.url });
  return { page, email: (await becomeOperator(page.request)).email };
}

test('an owner backs the shop up, downloads backups, and puts one back', async ({ browser }) => {
  const { page, email } = await openConsole(browser);
  await addDevice(page);
  await open(page, '/operator/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  await open(page, '/operator/health');
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', { value: (shared: unknown) => Object.assign(globalThis, { shared }) }),
  );
  await page.getByRole('button', { name: 'Send them this list' }).click();
  const { title, text } = await page.evaluate(() => Reflect.get(globalThis, 'shared'));
  expect(title).toMatch(/^What .+ still needs$/);
  const [heading, ...lines] = text.split('\n');
  expect(heading).toBe(`${title}:`);
  expect(lines).toContainEqual(expect.stringMatching(/^- Address: .* is on this machine only: set PUBLIC_URL$/));
  // What its owner mends is not theirs.
  expect(lines).not.toContainEqual(expect.stringMatching(/^- (?:Phone|Products|Operators):/));
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByText(`A test mail was sent to ${email}.`)).toBeVisible();
  // The shop has taken one by itself when it opened.
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(backups.getByRole('listitem').first()).toContainText('proven');
  const download = page.getByRole('region', { name: 'Download a backup' });
  const choice = download.getByRole('combobox', { name: 'Backup' });
  const first = (await choice.getByRole('option').nth(1).getAttribute('value')) ?? '';
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await expect(choice.getByRole('option').nth(1)).not.toHaveAttribute('value', first);
  await expect(backups).toContainText('what came since then: 0 orders');

  const coming = async (button: string): Promise<string> => {
    const file = page.waitForEvent('download');
    await download.getByRole('button', { name: button }).click();
    return (await file).path();
  };
  await choice.selectOption({ index: 1 });
  await download.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  const stored = await coming('Download');
  await choice.selectOption('A fresh one, of now');
  const taken = await coming('Use a passkey');
  for (const file of [stored, taken]) expect((await stat(file)).size).toBeGreaterThan(100_000);

  // Somebody whom the backup does not know.
  const { page: other } = await openConsole(browser);
  // Its live connection is always refused, so it is its clock that lets it refresh.
  await other.route('**/operator/live*', (route) => route.fulfill({ status: 401 }));
  await other.clock.install();
  await open(other, '/operator/health');
  const restore = other.getByRole('region', { name: 'Put a backup back' });
  await restore.getByLabel('Backup file').setInputFiles(taken);
  await restore.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await restore.getByRole('button', { name: 'Restore' }).click();
  await expect(restore.getByText('This is not your current password!')).toBeVisible();
  await expectGoodLooks(other);
  await restore.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  // The session is over long before the answer is here: the screen waits for it.
  await other.route('**/operator/health/restore*', async (route) => {
    const response = await route.fetch({ postData: await readFile(taken) });
    await other.clock.fastForward(60_000);
    // Its owner's session came back with it.
    await open(page, '/operator/orders');
    await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
    await route.fulfill({ response });
  });
  await restore.getByRole('button', { name: 'Restore' }).click();
  await expect(other.getByText('The backup is back. Log in with an account of it.')).toBeVisible();
});
