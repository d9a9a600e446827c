/** The console's products: what its forms answer without scripts. */
import { within } from '@testing-library/dom';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { catalogueRow, exampleProduct } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest } from '../support/operator-client.ts';
import { jpeg } from '../support/pictures.ts';
import type { Page, Visitor } from '../support/visitor.ts';

let door: FrontDoor;
let operator: Visitor;
let number = 0;
beforeAll(async () => {
  door = await openFrontDoor();
  operator = await door.operator();
});
afterAll(() => door.close());

async function newProduct(fields: Partial<CatalogueRow> = {}): Promise<Required<CatalogueRow>> {
  number += 1;
  const jam = { id: `jam-${number}`, name: `Jam ${number}`, category: 'jams', type: 'beverages', price: 200 } as const;
  const product = { ...catalogueRow(exampleProduct(jam)), ...fields };
  await door.services.catalogue.importRows([product], 'operator');
  return product;
}

const stored = (id: string) => door.services.catalogue.row(id);
const row = ({ screen }: Page, { name }: { name: string }) => within(screen.getByRole('listitem', { name }));
const valueOf = (field: HTMLElement) => (field as HTMLInputElement).value;
const save = (
  page: Page,
  typed: Parameters<Visitor['press']>[2],
  part: Pick<Page['screen'], 'getByRole'> = page.screen,
) => operator.press(part.getByRole('button', { name: 'Save' }), page, typed);

test.each([
  ['Price', '0', 'Price must be above 0.'],
  ['Price', '', 'Price must be a plain number of Tk, such as 85 or 85.50.'],
  ['Discount', '100', 'Discount must be a percentage from 0 to below 100'],
])('a %s of “%s” is refused beside its field, and stays typed', async (label, typed, reason) => {
  const product = await newProduct();
  const list = await operator.open(`/operator/products?q=${product.id}`);
  const refused = await save(list, { [label.toLowerCase()]: typed }, row(list, product));
  expect(refused.status).toBe(422);
  const line = row(refused, product);
  const field = line.getByRole('spinbutton', { name: label, description: new RegExp(reason) });
  expect(valueOf(field)).toBe(typed);
  expect(line.getByRole('alert').textContent).toContain(reason);
  expect(await stored(product.id)).toEqual(product);
});

test('a price and a picture are saved, but not over what somebody else has changed meanwhile', async () => {
  const product = await newProduct();
  const list = await operator.open(`/operator/products?q=${product.id}`);
  const saved = await save(list, { price: '230' }, row(list, product));
  expect(row(saved, product).queryByRole('alert')).toBeNull();
  expect(await stored(product.id)).toMatchObject({ price: 230 });

  const form = await operator.follow(row(saved, product).getByRole('link', { name: product.name }), saved);
  await door.services.catalogue.change(product.id, { price: '240' }, { by: 'rina@shop.example' });
  const photo = new Uint8Array(await jpeg(400, 800));
  const typed = { price: '250', picture: new File([photo], 'photo.jpg', { type: 'image/jpeg' }) };
  const told = await save(form, typed);
  expect(told.status).toBe(409);
  expect(told.part('main').getByRole('alert').textContent).toContain(
    'rina@shop.example has changed this product meanwhile',
  );
  const note = 'Somebody has changed it meanwhile: 240';
  expect(valueOf(told.screen.getByRole('spinbutton', { name: 'Price', description: new RegExp(note) }))).toBe('250');
  expect(await stored(product.id)).toMatchObject({ price: 240, image: '' });
  await save(told, typed);
  const { image = '', ...fields } = (await stored(product.id)) ?? {};
  expect(fields).toMatchObject({ price: 250 });
  const picture = await (await operator.fetch(image)).arrayBuffer();
  expect(await sharp(picture).metadata()).toMatchObject({ width: 320, height: 240 });
});

test('a price three times as high is asked about once, and a third of it on its own screen too', async () => {
  const product = await newProduct({ price: 67 });
  const list = await operator.open(`/operator/products?q=${product.id}`);
  const asked = await save(list, { price: '6764' }, row(list, product));
  expect(asked.status).toBe(422);
  const question = /Tk 67 becomes Tk 6764\? Save again if that is right\./;
  row(asked, product).getByRole('spinbutton', { name: 'Price', description: question });
  expect(await stored(product.id)).toEqual(product);
  // A price that was not asked about is asked about.
  const other = await save(asked, { price: '6765' }, row(asked, product));
  expect(other.status).toBe(422);
  await save(other, {}, row(other, product));
  expect(await stored(product.id)).toMatchObject({ price: 6765 });

  const form = await operator.open(`/operator/products/${product.id}`);
  const low = await save(form, { price: '67' });
  expect(low.status).toBe(422);
  await save(low, {});
  expect(await stored(product.id)).toMatchObject({ price: 67 });
});

test.each([
  ['is no picture', 'no picture', 415, /JPEG, PNG/],
  ['is too large', new Uint8Array(6 * 1024 * 1024), 413, /5 MB/],
])('a file that %s is refused beside its field', async (_, content, status, description) => {
  const { id } = await newProduct();
  const form = await operator.open(`/operator/products/${id}`);
  const refused = await save(form, { picture: new File([content], 'a.png', { type: 'image/png' }) });
  expect(refused.status).toBe(status);
  expect(refused.screen.getByLabelText('Picture').getAttribute('aria-invalid')).toBe('true');
  expect(refused.part('main').getByRole('alert').textContent).toMatch(description);
  expect(await stored(id)).toMatchObject({ image: '' });
});

test('a product is added when all of it fits, under an id of its own, and removed', async () => {
  const other = await newProduct();
  const empty = await operator.open('/operator/products/new');
  const texts = { name: 'Mango Jelly', name_bn: 'আমের জেলি', aliases: 'aam, jelly', weight: '450', unit: 'gm' };
  const lacking = await save(empty, { ...texts, category: 'jams', status: 'popular' });
  expect(lacking.status).toBe(422);
  lacking.screen.getByRole('spinbutton', { name: 'Price', description: /Price must be a plain number of Tk/ });
  const taken = await save(lacking, { price: '320', id: other.id });
  expect(taken.status).toBe(409);
  taken.screen.getByRole('textbox', {
    name: 'Address in the shop (id)',
    description: 'There is a product with this id already.',
  });
  const noAddress = await save(taken, { id: '', image: 'mango.png' });
  noAddress.screen.getByRole('textbox', {
    name: 'Web address',
    description: /^Give an address that begins with http/,
  });
  const added = await save(noAddress, { image: '' });
  expect(added.path).toBe('/operator/products/mango-jelly?saved');
  added.part('main').getByText('Saved');
  expect(valueOf(added.screen.getByRole('textbox', { name: 'Other words' }))).toBe('aam, jelly');
  const jelly = { ...texts, aliases: 'aam|jelly', category: 'jams', price: 320, status: 'popular', available: 'yes' };
  expect(await stored('mango-jelly')).toMatchObject(jelly);
  expect(await stored(other.id)).toEqual(other);

  const remove = { method: 'POST', body: new URLSearchParams({ intent: 'remove' }) };
  const list = await operator.open('/operator/products/mango-jelly', remove);
  list.screen.getByText('Mango Jelly was removed.');
  const gone = await operator.open('/operator/products/mango-jelly');
  expect(gone.status).toBe(404);
  gone.screen.getByRole('heading', { name: 'Product not found' });
});

test('an id is made of a Bangla name, for programs too, and never that of another product', async () => {
  const name = 'ডাল';
  const add = async (id = '') =>
    save(await operator.open('/operator/products/new'), { id, name, price: '120', category: 'jams' });
  expect((await add()).path).toBe('/operator/products/dal?saved');
  const rest = { image: '', weight: '1', unit: 'kg', discount: '0', status: 'top', category: 'jams' };
  const body = JSON.stringify({ ...rest, name, price: 130 });
  const headers = { 'Content-Type': 'application/json' };
  const second = await operatorRequest(door.url, '/products', { method: 'POST', headers, body });
  expect([second.status, await second.json()]).toMatchObject([201, { id: 'dal-2', name, price: 130 }]);
  // What the form proposes while a name is typed.
  expect((await add('dal')).path).toBe('/operator/products/dal-3?saved');
  expect(await stored('dal')).toMatchObject({ name, price: 120 });
});

test('a form that is sent again, because its answer was lost, adds one product; another form adds another', async () => {
  const form = await operator.open('/operator/products/new');
  const typed = { name: 'Chinigura', price: '140', category: 'rice' };
  for (const press of [1, 2])
    expect((await save(form, typed)).path, `press ${press}`).toBe('/operator/products/chinigura?saved');
  expect((await save(await operator.open('/operator/products/new'), typed)).path).toBe(
    '/operator/products/chinigura-2?saved',
  );
});

test('a status is called as its section of home, and says what it does', async () => {
  const { id } = await newProduct({ status: 'recent' });
  for (const path of ['new', id]) {
    const { screen } = await operator.open(`/operator/products/${path}`);
    const status = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
    expect(status.parentElement?.textContent).toContain('The section of home in which it stands.');
    expect([...status.options].map(({ value, text }) => [value, text])).toEqual([
      ['top', 'Top'],
      ['recent', 'New'],
      ['popular', 'Popular'],
    ]);
    expect(status.value).toBe('recent');
  }
});

test('products are found by other words, their category, what is not available, lacks a picture or was changed', async () => {
  const { name } = await newProduct({ aliases: 'morobba', available: 'no' });
  const found = async (query: Record<string, string>) => {
    const { part } = await operator.open(`/operator/products?${new URLSearchParams(query)}`);
    const names = part('list', 'Products')
      .getAllByRole('listitem')
      .map((product) => product.getAttribute('aria-label'));
    return { own: names.includes(name), fish: names.some((other) => /fish/i.test(other ?? '')) };
  };
  expect(await found({ q: 'morobba' })).toEqual({ own: true, fish: false });
  expect(await found({ q: 'মাছ' })).toEqual({ own: false, fish: true });
  expect(await found({ category: 'fish' })).toEqual({ own: false, fish: true });
  expect(await found({ unavailable: 'on' })).toEqual({ own: true, fish: false });
  expect(await found({ 'no-picture': 'on', q: 'Jam' })).toEqual({ own: true, fish: false });
  expect(await found({ today: 'on', unavailable: 'on' })).toEqual({ own: true, fish: false });
});

test('several rows are saved in one request; what is no list of rows is refused', async () => {
  const post = (rows: string) =>
    operator.open('/operator/products?index&q=none', { method: 'POST', body: new URLSearchParams({ rows }) });
  for (const rows of ['', 'x', '{}', '[]', '[1]', JSON.stringify(Array.from({ length: 201 }, () => ({})))])
    expect((await post(rows)).status, rows).toBe(400);
  const [one, other] = [await newProduct(), await newProduct()];
  const base = '{"price":"200"}';
  const rows = [one.id, 'nothing-here', other.id].map((id, at) => ({ id, base, price: String(125 * at) }));
  expect((await post(JSON.stringify(rows))).html).toContain('1 saved, 2 not: see there.');
  expect([await stored(one.id), await stored(other.id)]).toMatchObject([{ price: 200 }, { price: 250 }]);
});
