/** The list for the bazaar, as the console and the command line have it. */
import { randomUUID } from 'node:crypto';
import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPING } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorSends } from '../support/operator-client.ts';
import type { Visitor } from '../support/visitor.ts';

let door: FrontDoor;
let packer: Visitor;
beforeAll(async () => {
  door = await openFrontDoor();
  packer = await door.operator({ role: 'packer' });
});
afterAll(() => door.close());

const order = (quantity: number) =>
  operatorSends(door.url, 'POST', '/orders', {
    idempotencyKey: randomUUID(),
    items: [{ id: 'alu-potato', quantity }],
    shippingInfo: SHIPPING,
  });

test('a packer reads what is to be bought, and says what was bought', async () => {
  const none = await packer.open('/operator/bazaar');
  expect(none.screen.getByText('The orders of this day need nothing that is not in stock.')).toBeTruthy();
  await order(40);
  await order(6);
  const list = await packer.open('/operator/bazaar');
  const row = within(list.part('region', 'Vegetables').getByRole('listitem', { name: 'Potato' }));
  expect(row.getByText('46 kg')).toBeTruthy();
  expect(row.getByRole('checkbox', { name: 'Bought' })).toHaveProperty('checked', false);
  const { day } = await door.services.bazaar.list();
  const chosen = list.screen.getByRole<HTMLSelectElement>('combobox', { name: 'Day' });
  expect(chosen.selectedOptions[0]?.textContent).toMatch(/^\w{3} \d/);
  const send = (fields: Record<string, string>) =>
    packer.fetch('/operator/bazaar', {
      method: 'POST',
      body: new URLSearchParams({ day, id: 'alu-potato', ...fields }),
    });
  expect((await send({ quantity: 'many' })).status).toBe(422);
  expect((await send({ bought: 'yes' })).status).toBe(200);
  await send({ quantity: '৪৮', paid: '1,440' });
  const bought = await packer.open(`/operator/bazaar?day=${day}`);
  const said = within(bought.screen.getByRole('listitem', { name: 'Potato' }));
  expect(said.getByRole('checkbox', { name: 'Bought' })).toHaveProperty('checked', true);
  expect(said.getByRole('spinbutton', { name: 'Quantity bought' })).toHaveProperty('value', '48');
  expect(said.getByRole('spinbutton', { name: 'Paid' })).toHaveProperty('value', '1440');
  expect(bought.screen.getByText('1 of 1 bought, Tk 1440')).toBeTruthy();
});
