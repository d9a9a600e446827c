/** Imports under SIGKILL: whatever the moment, the catalogue is wholly the old or wholly the new one. */
import { afterAll, expect, test } from 'vitest';
import { PRODUCTS, importProducts, operatorRequest } from './support/operator-client.ts';
import { createShopFixture } from './support/shop-fixture.ts';

/** Some batches. */
const ROWS = 3_000;
/** After how many lines of progress the shop is killed: at the beginning, in the middle, and around the commit. */
const KILLS = [1, 4, 6];

const fixture = await createShopFixture();
afterAll(() => fixture.close());

/** A file in which everything has the same price; every other one has other products. */
function fileOf(round: number) {
  const [example] = PRODUCTS;
  if (!example) throw new Error('there is no example');
  return Array.from({ length: ROWS }, (_, index) => ({
    ...example,
    id: `p-${index + (round % 2) * (ROWS / 2)}`,
    price: 100 + round,
  }));
}

test('an import that is killed is done or not done', { timeout: 1_200_000 }, async () => {
  let shop = await fixture.open();
  const port = Number(new URL(shop.url).port);
  await importProducts(shop.url, fileOf(0), { replace: true });
  let present = 0;
  for (const [at, lines] of KILLS.entries()) {
    const round = at + 1;
    const rows = fileOf(round);
    const response = await operatorRequest(shop.url, `/import?rows=${ROWS}&replace=true`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
      body: rows.map((row) => JSON.stringify(row)).join('\n'),
    });
    let told = 0;
    for await (const chunk of response.body ?? []) {
      told += Buffer.from(chunk).toString().split('\n').length - 1;
      if (told >= lines) break;
    }
    await shop.kill();
    shop = await fixture.open({ port });
    const exported = await (await operatorRequest(shop.url, '/products')).text();
    const found = exported
      .trimEnd()
      .split('\n')
      .map((line) => pick(JSON.parse(line)));
    const isDone = found.some(({ price }) => price === 100 + round);
    const expected = fileOf(isDone ? round : present).map(pick);
    expect(found.toSorted(byId)).toEqual(expected.toSorted(byId));
    if (isDone) present = round;
  }
});

const pick = ({ id, price }: { id: string; price: number }) => ({ id, price });
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
