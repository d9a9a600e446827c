/** The poster on paper, and a link that offers products for the cart. */
import { expect, expectGoodLooks, test } from './console.ts';
import { open } from './shop.ts';

test('a link is made of the products that are chosen', async ({ page, baseURL: url = '' }) => {
  await open(page, '/operator/poster');
  await expect(page.getByRole('region', { name: 'Poster', exact: true }).getByRole('img')).toHaveAccessibleName(
    `QR code of ${url}`,
  );
  const panel = page.getByRole('region', { name: 'Cart link' });
  await panel.getByRole('searchbox', { name: 'Add a product' }).fill('potato');
  await page
    .getByRole('option', { name: /^Potato/ })
    .first()
    .click();
  await panel.getByRole('listitem').getByRole('button', { name: 'Increase quantity' }).click();
  const link = panel.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(`${url}/bn/cart?add=alu-potato:2`);
  await panel.getByRole('combobox', { name: 'Opens in' }).selectOption('English');
  await expect(link).toHaveValue(`${url}/cart?add=alu-potato:2`);
  await expectGoodLooks(page);
  // The poster alone, on one A4.
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/MediaBox \[0 0 59[45]\.?\d* 84[12]\.?\d*\]/g)).toHaveLength(1);
  expect(printed.match(/\/MediaBox/g)).toHaveLength(1);
});
