/** The way from a fresh shop to one that is open. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest } from '../support/operator-client.ts';
import { type Page, PASSWORD } from '../support/visitor.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

test('the first operator is led through the opening, can leave it, and opens the shop', async () => {
  const operator = door.visitor();
  const press = (page: Page, name: string, typed: Readonly<Record<string, string>> = {}) =>
    operator.press(page.screen.getByRole('button', { name }), page, typed);
  const body = JSON.stringify({ email: newPerson().email });
  const headers = { 'Content-Type': 'application/json' };
  const invited = await operatorRequest(door.url, '/operators/invite', { method: 'POST', headers, body });
  const invitation = await operator.open(new URL((await invited.json()).link).pathname);
  const first = await press(invitation, 'Begin', { name: 'Rahima', password: PASSWORD });
  expect(first.path).toBe('/operator/opening');
  first.screen.getByRole('heading', { name: 'Open your shop', level: 1 });

  const checksOf = (list: string) =>
    first
      .part('list', list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const [owners, installers] = [checksOf('You'), checksOf('Whoever installed it')];
  expect(owners).toContainEqual(expect.stringMatching(/Phone:/));
  expect(installers).toContainEqual(expect.stringMatching(/Address:/));
  expect(owners).not.toContainEqual(expect.stringMatching(/Address:/));
  first.screen.getByRole('button', { name: 'Send them this list' });

  // What is refused stays the step, also out of the order.
  const jumped = await operator.follow(first.screen.getByRole('link', { name: 'Phone' }), first);
  const refused = await press(jumped, 'Save and go on', { phone: 'my phone' });
  const description = 'Please write a phone number, such as +880 1700-000000.';
  refused.screen.getByRole('textbox', { name: 'Phone', description });
  const names = await press(refused, 'Save and go on', { phone: '+880 1711-222333' });
  const shop = { name: 'Karim Store', nameBn: 'করিম স্টোর', promo: '', promoBn: '' };
  const hours = await press(names, 'Save and go on', shop);
  hours.screen.getByRole('heading', { name: 'Hours' });

  // Left, and found again where it was.
  const orders = await operator.open('/operator/orders');
  let page = await operator.follow(orders.screen.getByRole('link', { name: 'Open your shop' }), orders);
  page.screen.getByRole('heading', { name: 'Hours' });
  page = await press(page, 'Save and go on');
  page = await press(page, 'Save and go on', { fee: '40' });
  for (const step of ['Products', 'Mail', 'Backup']) {
    page.screen.getByRole('heading', { name: step });
    page = await press(page, 'Go on');
  }
  expect(page.screen.queryByRole('button', { name: /on$/ })).toBeNull();
  page = await press(page, 'Open for orders');
  page.screen.getByRole('heading', { name: 'The shop is open' });

  const home = await door.visitor().open('/');
  home.part('banner').getByRole('link', { name: 'Karim Store, home' });
  expect(home.screen.queryByText(/30% off for the first order/)).toBeNull();
  const bangla = await door.visitor().open('/bn');
  bangla.part('banner').getByRole('link', { name: /করিম স্টোর/ });
  const second = await (await door.operator()).open('/operator/orders');
  expect(second.screen.queryByRole('link', { name: 'Open your shop' })).toBeNull();
});
