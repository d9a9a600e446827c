/** Imports under SIGKILL: whatever the moment, the catalogue is wholly the old or wholly the new one. */
import { afterAll, expect, test } from 'vitest';
import { PRODUCTS, endOfImport, importProducts, operatorRequest, startImport } from './support/operator-client.ts';
import { onServer } from './support/postgres-server.ts';
import { createShopFixture } from './support/shop-fixture.ts';

/** Some batches. */
const ROWS = 2_000;
/** After how many answers that it is under way the shop is killed: at the beginning, and around the commit. */
const KILLS = [1, 25];

const fixture = await createShopFixture({ server: true });
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
  for (const [at, answers] of KILLS.entries()) {
    const round = at + 1;
    let job = await startImport(shop.url, fileOf(round), { replace: true });
    for (let told = 1; told < answers && job.state === 'importing'; told += 1) {
      job = await (await operatorRequest(shop.url, `/import/${job.id}`)).json();
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
    // A killed shop's job is given up after some seconds; these have passed.
    await onServer(fixture.databaseUrl, `update import_jobs set alive_at = now() - interval '1 minute'`);
    expect((await endOfImport(shop.url, job)).state).toBe(isDone ? 'done' : 'failed');
  }
});

const pick = ({ id, price }: { id: string; price: number }) => ({ id, price });
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
