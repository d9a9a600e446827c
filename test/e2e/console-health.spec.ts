/** What the shop lacks, its backups, and the way back into a new shop. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { placeNewOrder } from '../support/placed-order.ts';
import { codeAt } from '../support/operators.ts';
import { consoleShop } from './console-shop.ts';
import { expectGoodLooks } from './console.ts';
import { addDevice } from './device.ts';
import { expect, PASSWORD, test } from './shop.ts';
import { openWorkerShop, type WorkerShop } from './worker-shop.ts';

let folder: string;
let old: WorkerShop;
let fresh: WorkerShop;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sodai-health-'));
  [old, fresh] = await Promise.all([openWorkerShop({ BACKUP_URL: folder }), openWorkerShop()]);
});
test.afterAll(async () => {
  await Promise.all([old.close(), fresh.close()]);
  await rm(folder, { recursive: true });
});

/** Switches the second factor on; returns its secret. */
async function switchOn(page: Page): Promise<string> {
  const factor = page.getByRole('region', { name: 'Second factor' });
  await factor.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await factor.getByRole('button', { name: 'Switch on' }).click();
  const uri = (await factor.getByRole('link').getAttribute('href')) ?? '';
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  // The code before this one is good, too: then those of now and of next are still to be used.
  await factor.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, Date.now() - 30_000));
  await factor.getByRole('button', { name: 'Confirm' }).click();
  await factor.getByRole('button', { name: 'I have kept them' }).click();
  return secret;
}

test('an owner sees what the shop lacks, backs it up, and puts the backup into a new shop', async ({ browser }) => {
  const owner = await consoleShop(old).openConsole(browser);
  const { page } = owner;
  await owner.show('/account');
  const secret = await switchOn(page);
  await placeNewOrder(old.url);
  await owner.show('/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Health' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Address:' })).toContainText('is on this machine only');
  await expect(page.getByRole('listitem').filter({ hasText: 'Space:' })).toContainText('GB free for DATA_DIR');
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByText(`A test mail was sent to ${owner.email}.`)).toBeVisible();
  await old.mails.nextTo(owner.email);

  // The shop has taken one by itself when it opened.
  const backups = page.getByRole('region', { name: 'Backups' });
  const items = backups.getByRole('listitem');
  await expect(items.filter({ hasText: 'proven' })).toHaveCount(1);
  await expect(backups).toContainText('you would lose what came since then: 1 order of Tk');
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await expect(items.filter({ hasText: 'proven' })).toHaveCount(1);
  await expect(backups).toContainText('what came since then: 0 orders');
  await expectGoodLooks(page);

  const download = page.getByRole('region', { name: 'Download a backup' });
  await download.getByRole('textbox', { name: 'Code' }).fill('000000');
  await download.getByRole('button', { name: 'Download' }).click();
  await expect(download.getByRole('alert')).toContainText('Nothing was downloaded.');
  const coming = async (button: string): Promise<string> => {
    const file = page.waitForEvent('download');
    await download.getByRole('button', { name: button }).click();
    return (await file).path();
  };
  await download.getByRole('combobox', { name: 'Backup' }).selectOption({ index: 1 });
  await download.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, Date.now()));
  const stored = await coming('Download');
  await addDevice(page);
  await owner.show('/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await passkeys.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, Date.now() + 30_000));
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await owner.show('/health');
  const taken = await coming('Use a passkey');
  for (const file of [stored, taken]) expect((await stat(file)).size).toBeGreaterThan(100_000);
  const restore = page.getByRole('region', { name: 'Put a backup back' });
  await expect(restore).toContainText('This shop has 1 customer and 1 order: a backup is never put over them.');
  await expect(restore.getByRole('button')).toHaveCount(0);

  const next = await consoleShop(fresh).openConsole(browser);
  await next.show('/health');
  const form = next.page.getByRole('region', { name: 'Put a backup back' });
  await form.getByLabel('Backup file').setInputFiles(taken);
  await form.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await form.getByRole('button', { name: 'Restore' }).click();
  await expect(form.getByText('This is not your current password!')).toBeVisible();
  await expectGoodLooks(next.page);
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Restore' }).click();
  await expect(next.page.getByText('The backup is back. Log in with an account of it.')).toBeVisible();
  await next.page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await next.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await next.page.getByRole('button', { name: 'Login' }).click();
  await expect(next.page.getByRole('textbox', { name: 'Code' })).toBeVisible();
});
