/** Stock: what the console counts, and what shoppers read of it. */
import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogueRow, exampleProduct } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import type { Page, Visitor } from '../support/visitor.ts';

const JAM = exampleProduct({ id: 'guava-jam', name: 'Guava Jam', category: 'jams', type: 'beverages', price: 200 });

let door: FrontDoor;
let operator: Visitor;
beforeAll(async () => {
  door = await openFrontDoor();
  operator = await door.operator();
  await door.services.catalogue.importRows([catalogueRow(JAM)], 'operator');
});
afterAll(() => door.close());

const row = ({ screen }: Page) => within(screen.getByRole('listitem', { name: JAM.name }));

test('a product is counted from its form on, and moved on the screen of the stock', async () => {
  const empty = await operator.open('/operator/stock');
  expect(empty.screen.getByText(/^Nothing is counted\./)).toBeTruthy();
  const form = await operator.open(`/operator/products/${JAM.id}`);
  await operator.press(form.screen.getByRole('button', { name: 'Save' }), form, { stock: '৭' });
  const list = await operator.open('/operator/stock');
  expect(row(list).getByText('7')).toBeTruthy();
  const more = await operator.press(row(list).getByRole('button', { name: 'Goods in' }), list, { pieces: '5' });
  expect(row(more).getByText('12')).toBeTruthy();
  const refused = await operator.press(row(more).getByRole('button', { name: 'Waste' }), more, { pieces: '13' });
  expect(refused.status).toBe(409);
  const wrong = await operator.press(row(more).getByRole('button', { name: 'Count' }), more, { pieces: 'many' });
  expect(wrong.status).toBe(422);
  // Somebody else has sold two since the count began.
  await door.services.stock.move(JAM.id, { move: 'waste', pieces: 2 }, 'operator');
  const counted = await operator.press(row(more).getByRole('button', { name: 'Count' }), more, { pieces: '6' });
  expect(row(counted).getByText('4')).toBeTruthy();
  const why = await operator.follow(row(counted).getByRole('link', { name: JAM.name }), counted);
  const movements = within(why.screen.getByRole('list', { name: 'Movements' })).getAllByRole('listitem');
  expect(movements.map(({ textContent }) => /^[+-]\d+/.exec(textContent)?.[0])).toEqual(['-6', '-2', '+5', '+7']);
  const csv = await (await operator.fetch('/operator/stock/csv')).text();
  expect(csv).toContain('guava-jam,Guava Jam,1,kg,4\r\n');
});

test('shoppers read how many are left when few are, and that nothing is left', async () => {
  const visitor = door.visitor();
  const count = (pieces: number) => door.services.stock.move(JAM.id, { move: 'count', pieces }, 'operator');
  const shown = async (): Promise<string> => {
    const page = await visitor.open(`/product/${JAM.id}`);
    return page.part('main').getByRole('heading', { name: JAM.name }).parentElement?.textContent ?? '';
  };
  await count(6);
  expect(await shown()).not.toContain('left');
  await count(5);
  expect(await shown()).toContain('Only 5 left');
  await count(0);
  const sold = await visitor.open('/groceries/beverages/jams');
  const card = within(sold.screen.getByRole('article', { name: JAM.name }));
  expect(card.getByRole('button', { name: 'Not available' })).toHaveProperty('disabled', true);
});
