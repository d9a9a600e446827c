/** Who is no operator, or has not the right, changes nothing of the catalogue, the pages and the settings. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../server/log.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import type { Visitor } from '../support/visitor.ts';

let door: FrontDoor;
let operator: Visitor;
let shopper: Visitor;
const logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  door = await openFrontDoor({}, createLog('warn', { write: (line) => void logged.push(JSON.parse(line)) }));
  operator = await door.operator();
  shopper = door.visitor();
  await shopper.register();
});
afterAll(() => door.close());

async function everything() {
  const { catalogue, categories, importJobs, shop } = door.services;
  const products = [await catalogue.row('ilish-hilsa'), await catalogue.row('new')];
  return [products, await categories.list(), await importJobs.latest(), shop.settings()];
}

const NEW = {
  id: 'new',
  name: 'New',
  weight: '1',
  unit: 'kg',
  price: '1',
  discount: '0',
  status: 'top',
  category: 'rice',
};

test.each([
  ['/operator/products?index', { id: 'ilish-hilsa', base: '{"discount":"0"}', discount: '99' }],
  ['/operator/products/ilish-hilsa', { base: '{"discount":"0"}', discount: '99' }],
  ['/operator/products/ilish-hilsa', { intent: 'remove' }],
  ['/operator/products/new', NEW],
  ['/operator/import/file?name=theirs.json', JSON.stringify([NEW])],
  ['/operator/import', { id: 'any' }],
  ['/operator/categories', { version: '' }],
  ['/operator/pages', { terms: 'Ours' }],
  ['/operator/settings', { name: 'Elsewhere' }],
  ['/operator/settings/logo', 'x'],
  ['/operator/opening', { step: 'phone', phone: '+880 1999-000000' }],
])('%s takes %j from no other site, no visitor and no shopper', async (path, sent) => {
  const before = await everything();
  const body = typeof sent === 'string' ? sent : new URLSearchParams(Object.entries(sent));
  const statusOf = async (who: Visitor, headers: Record<string, string> = {}) =>
    (await who.fetch(path, { method: 'POST', body, headers })).status;
  expect(await statusOf(operator, { Origin: 'https://elsewhere.example' })).toBe(403);
  expect(await statusOf(door.visitor())).toBe(401);
  expect(await statusOf(shopper)).toBe(401);
  expect(await everything()).toEqual(before);
});

test('a visitor is asked to log in before the catalogue is downloaded', async () => {
  const { path } = await door.visitor().open('/operator/products/export');
  expect(path).toBe('/operator/login?next=%2Fproducts%2Fexport');
});

test('whoever tries what their role may not do stands in the security log, with their account', async () => {
  const packer = await door.operator({ role: 'packer' });
  const people = door.services.database.kysely.selectFrom('users').select('id');
  const { id: user } = await people.where('email', '=', packer.email).executeTakeFirstOrThrow();
  logged.length = 0;
  const body = new URLSearchParams({ intent: 'add', name: 'X' });
  await packer.fetch('/operator/settings');
  await packer.fetch('/operator/settings.data');
  await packer.fetch('/operator/riders', { method: 'POST', body });
  const refused = { event: 'not-allowed', user, status: 403 };
  expect(logged).toMatchObject([
    { ...refused, method: 'GET', route: '/operator/settings' },
    { ...refused, method: 'GET', route: '/operator/settings' },
    { ...refused, method: 'POST', route: '/operator/riders' },
  ]);
});
