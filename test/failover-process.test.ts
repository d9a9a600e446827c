import { expect, test } from 'vitest';
import { orderThrough } from './support/failover-round.ts';
import { createShopFixture } from './support/shop-fixture.ts';

/** `npm run bench -- failover` has more. */
const FEW = { customers: 4, before: 20, after: 20 };

test('the primary is killed under load and its standby takes over: no acknowledged order is lost, and the shop goes on', async () => {
  const fixture = await createShopFixture({ server: true, standby: true });
  try {
    const shop = await fixture.openWithProducts();
    const { faults, backMs, acknowledged, refused } = await orderThrough(shop.url, fixture.failOver, FEW);
    expect(faults).toEqual([]);
    // None is refused when no order was under way at that moment: the next ones wait for the standby.
    console.info(`${acknowledged} orders, ${refused} answers 503, back after ${backMs.toFixed(0)} ms`);
  } finally {
    await fixture.close();
  }
});
