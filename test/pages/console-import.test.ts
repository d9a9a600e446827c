/** The console's import and export: what is read, what the screen says of it, and the files. */
import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { catalogueRow, exampleProduct } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { SOON } from '../support/soon.ts';
import type { Page, Visitor } from '../support/visitor.ts';

const HEADER = 'id,name,image,weight,unit,price,discount,status,category\n';

let door: FrontDoor;
let operator: Visitor;
beforeAll(async () => {
  door = await openFrontDoor();
  operator = await door.operator();
});
afterAll(() => door.close());

/** The screen when nothing is at work any more. */
async function ended(): Promise<Page> {
  await vi.waitUntil(async () => {
    const job = await door.services.importJobs.latest();
    return job?.state !== 'checking' && job?.state !== 'importing';
  }, SOON);
  return operator.open('/operator/import');
}

async function check(name: string, body: string, replace = false): Promise<Page> {
  const sent = { method: 'POST', body, headers: { 'Content-Type': 'application/octet-stream' } };
  const answer = await operator.fetch(`/operator/import/file?name=${name}&replace=${replace}`, sent);
  expect(answer.status).toBe(200);
  return ended();
}

async function start(): Promise<Page> {
  const id = (await door.services.importJobs.latest())?.id ?? '';
  await operator.open('/operator/import', { method: 'POST', body: new URLSearchParams({ id }) });
  return ended();
}

const latest = ({ part }: Page) => part('region', 'Latest import');
const headingOf = (page: Page) => latest(page).getByRole('heading').textContent;

async function exported(format: string): Promise<string> {
  const answer = await operator.fetch(`/operator/products/export?format=${format}`);
  expect(answer.headers.get('Content-Disposition')).toMatch(
    new RegExp(`^attachment; filename="catalogue-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
  );
  return answer.text();
}

test('bad rows are listed with their lines, also as CSV, and cannot be imported', async () => {
  const before = await exported('csv');
  const page = await check(
    'bad.csv',
    `${HEADER}good,Good,,1,kg,10,0,top,rice\nbad,Bad,,1,kg,0,0,top,rice\nworse,,,1,kg,x,100,new,tools\n`,
  );
  const rows = within(latest(page).getByRole('list', { name: 'Bad rows' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Line 3: price must be above 0 (it is “0”) · Bad',
    expect.stringMatching(/^Line 4: name must have 1 to 120 characters \(it is empty\); price must be/),
  ]);
  expect(page.screen.getByRole('button', { name: 'Import' }).hasAttribute('disabled')).toBe(true);
  const link = latest(page).getByRole('link', { name: 'All bad rows as CSV' });
  const file = await operator.fetch(link.getAttribute('href') ?? '');
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="bad-rows.csv"');
  expect(await file.text()).toMatch(/^\uFEFF?line,reason,product\r\n3,price must be above 0 \(it is “0”\),Bad\r\n4,/);
  expect(headingOf(await start())).toBe('Refused: bad.csv');
  expect(await exported('csv')).toBe(before);
});

test('what is seldom meant stands first, and the template is the beginning of the catalogue', async () => {
  const page = await check('dear.csv', `id,price\n${(await door.services.catalogue.find({})).rows[0]?.id},999999\n`);
  const first = within(latest(page).getByRole('region', { name: 'Look at this first' }));
  expect(first.getByRole('heading').textContent).toMatch(/^Prices more than 3 times as high.*: 1$/);
  expect(first.getByRole('listitem').textContent).toMatch(/: Tk [\d.]+ → Tk 999999$/);
  const link = page.screen.getByRole('link', { name: 'Template' });
  const template = await (await operator.fetch(link.getAttribute('href') ?? '')).text();
  expect(template.split('\r\n')).toHaveLength(5);
  const again = await check('template.csv', template);
  expect(latest(again).getByRole('status').textContent).toMatch(/^Nothing would change/);
});

test('a sheet with other columns is asked about: the usual names are guessed', async () => {
  const page = await check('other.csv', 'Product Name,MRP,Stock\nTea,90,5\n');
  expect(latest(page).getByRole('status').textContent).toMatch(/^Its columns have other names/);
  const chosen = (label: string) => {
    const select = page.screen.getByRole<HTMLSelectElement>('combobox', { name: label });
    return select.selectedOptions[0]?.textContent;
  };
  expect(['Name', 'Price', 'Category', 'Id'].map(chosen)).toEqual([
    'Product name',
    'Mrp',
    'Not in this sheet',
    'Not in this sheet',
  ]);
});

test.each(['csv', 'json'])('an export as %s is what an import reads', async (format) => {
  const { type: _, ...row } = catalogueRow(
    exampleProduct({ name: 'Oil, "pure"\u00a0', name_bn: 'তেল', available: false }),
  );
  await check('one.json', JSON.stringify([{ ...row, aliases: 'shorisha|mustard' }]));
  expect(headingOf(await start())).toBe('Imported: one.json');
  const page = await check(`all.${format}`, await exported(format), true);
  expect(latest(page).getByRole('status').textContent).toMatch(/^Nothing would change/);
});
