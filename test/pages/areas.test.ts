/** Areas by plain requests: what a delivery to them costs, and the operator's list of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totalsOf } from '../../domain/orders/pricing.ts';
import { exampleShipping, newOrder } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { USUAL_FEE } from '../support/usual-fee.ts';
import type { Visitor } from '../support/visitor.ts';

const MIRPUR = { id: 'mirpur-10', name: 'Mirpur 10', nameBn: 'মিরপুর ১০', fee: 40, aliases: 'golchottor' };
const SAVAR = { id: 'savar', name: 'Savar', nameBn: 'সাভার', fee: 100, freeFrom: 5_000 };
const TONGI = { id: 'tongi', name: 'Tongi', nameBn: 'টঙ্গী', delivers: false };

let door: FrontDoor;
let operator: Visitor;
beforeAll(async () => {
  door = await openFrontDoor();
  operator = await door.operator();
});
afterAll(() => door.close());

const setAreas = (areas: object[]): Promise<void> => operatorSends(door.url, 'PUT', '/areas', { areas });

test('an order needs an area that is delivered to, and its smallest order', async () => {
  await setAreas([{ ...MIRPUR, minimum: 50_000 }, TONGI]);
  const shopper = door.visitor();
  await shopper.register();
  const { products } = await (await shopper.fetch('/api/listings/rice')).json();
  const items = [{ ...products[0], quantity: 1 }];
  const expectedTotal = totalsOf(items, { ...USUAL_FEE, fee: MIRPUR.fee }).totalCost;
  const refused = async (area?: string) => {
    const body = newOrder({ items: items.map(({ id, quantity }) => ({ id, quantity })), expectedTotal });
    const answer = await shopper.send('POST', '/api/orders', { ...body, shippingInfo: { ...body.shippingInfo, area } });
    return [answer.status, (await answer.json()).detail];
  };
  expect(await refused()).toEqual([422, 'Please choose your area!']);
  for (const area of ['tongi', 'nowhere'])
    expect(await refused(area)).toEqual([422, 'We do not deliver to this area. Please choose another one!']);
  expect(await refused('mirpur-10')).toEqual([422, 'The smallest order is Tk 50000.']);
});

test('pages say what a delivery costs: from so much where there are areas', async () => {
  const said = async () => {
    const { screen } = await door.visitor().open('/product/nazirshail-rice');
    return screen.getAllByText(/Delivery .*Tk/)[0]?.textContent;
  };
  await setAreas([]);
  expect(await said()).toContain('Delivery Tk 60');
  await setAreas([MIRPUR, SAVAR]);
  expect(await said()).toContain('Delivery from Tk 40');
});

test('a row that is not right is told at its field, and nothing is saved', async () => {
  await setAreas([MIRPUR]);
  const page = await operator.open('/operator/areas');
  const refused = await operator.press(page.screen.getByRole('button', { name: 'Save' }), page, { fee: '-1' });
  expect(refused.status).toBe(422);
  expect(refused.part('group', 'Mirpur 10').getByRole('alert').textContent).toMatch(/\S/);
  const { areas } = await (await operatorRequest(door.url, '/areas')).json();
  expect(areas).toMatchObject([{ fee: 40 }]);
});

test('a file can replace all areas, keeps the words they are found by, and comes out as it went in', async () => {
  await setAreas([MIRPUR, { ...SAVAR, aliases: 'shavar' }]);
  const csv = 'id,name,name_bn,fee,free_from,minimum,delivers\nsavar,Savar,সাভার,90,,,yes\n';
  const page = await operator.open('/operator/areas');
  const button = page.screen.getByRole('button', { name: 'Import' });
  const file = new File([csv], 'areas.csv', { type: 'text/csv' });
  expect((await operator.press(button, page, { file })).screen.getAllByRole('group')).toHaveLength(2);
  const imported = await operator.press(button, page, { file, replace: 'on' });
  expect(imported.screen.getAllByRole('group')).toHaveLength(1);
  expect(imported.part('group', 'Savar').getByLabelText<HTMLInputElement>('Fee').value).toBe('90');
  const exported = await (await operator.fetch('/operator/areas/export')).text();
  expect(exported.trim().split('\r\n').at(-1)).toBe('savar,Savar,সাভার,90,,,yes,shavar');
  const log = await operator.open('/operator/log');
  expect(log.screen.getAllByText(/^Changed the areas/)).not.toEqual([]);
});

test('an order keeps the name of its area in both languages, and is found by it', async () => {
  await setAreas([MIRPUR, { ...SAVAR, fee: null }]);
  const shopper = door.visitor();
  const { email } = await shopper.register();
  const shippingInfo = exampleShipping({ email, area: 'savar' });
  const { id } = await shopper.order('rice', { shippingInfo });
  for (const [language, name] of [
    ['', 'Savar'],
    ['/bn', 'সাভার'],
  ])
    expect((await shopper.open(`${language}/user/orders/${id}`)).screen.getByText(name ?? '')).toBeTruthy();
  const found = await operator.open('/operator/orders?area=savar');
  const choices = found.screen.getByRole('combobox', { name: 'Area' });
  expect(choices.querySelector('[selected]')?.textContent).toBe('Savar');
  expect(found.screen.queryByText('No order is found with this filter.')).toBeNull();
  const others = await operator.open('/operator/orders?area=mirpur-10');
  others.screen.getByText('No order is found with this filter.');
});
