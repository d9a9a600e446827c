import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { type Asked, openPage, renderHook, stubFetch } from '../../../test/support/browser-page.ts';
import type { LiveEvent } from '../live/live-connection.ts';
import { exampleItem, exampleProduct } from '../../../test/support/factories.ts';

let asked: Asked[];
let cart: typeof import('./cart.ts').cart;
let useCartRefresh: typeof import('./cart-refresh.ts').useCartRefresh;
let changeCatalogue: () => Promise<void>;
beforeEach(async () => {
  openPage();
  asked = stubFetch();
  vi.resetModules();
  const connect = vi.fn<typeof import('../live/live-connection.ts').connect>(() => () => undefined);
  vi.doMock('../live/live-connection.ts', () => ({ connect }));
  ({ cart } = await import('./cart.ts'));
  ({ useCartRefresh } = await import('./cart-refresh.ts'));
  const { useLiveConnection } = await import('../live/live.ts');
  await renderHook(() => useLiveConnection(''));
  const notify = (event: LiveEvent): void => connect.mock.lastCall?.[0].notify(event);
  changeCatalogue = () => act(async () => notify('products'));
  return () => vi.doUnmock('../live/live-connection.ts');
});

const RUI = exampleItem({ id: 'rui', price: 350, quantity: 2 });
const TEA = exampleItem({ id: 'tea', price: 80 });
const product = (id: string, price: number) => exampleProduct({ id, price });
const answerOf = (...products: unknown[]) => ({ products });
const prices = (): number[] => cart.get().map(({ price }) => price);

/** The cart's screen, or the checkout's. */
async function openScreen(items: readonly CartItem[], showsChanges = false) {
  cart.set(items);
  const hook = await renderHook(() => useCartRefresh({ showsChanges }));
  return {
    ...hook,
    repriced: () => [...hook.result().changed.values()].map(({ id, price }) => `${id} was ${price}`),
    gone: () => [...hook.result().gone],
  };
}

describe('a screen that opens', () => {
  test('updates the cart, and shows what changed', async () => {
    const { repriced, gone } = await openScreen([RUI, TEA]);
    expect(asked.map(({ url }) => url)).toEqual(['/api/products?ids=rui%2Ctea']);
    await asked[0]?.answer(answerOf(product('rui', 400)));
    expect(cart.get()).toEqual([{ ...RUI, price: 400 }, TEA]);
    expect(repriced()).toEqual(['rui was 350']);
    expect(gone()).toEqual(['tea']);
  });

  test('writes no cart in which nothing has changed: another tab may just have emptied it', async () => {
    await openScreen([RUI]);
    const write = vi.spyOn(cart, 'set');
    await asked[0]?.answer(answerOf(product('rui', 350)));
    expect(write).not.toHaveBeenCalled();
  });

  test('requests a hundred products at a time, and applies all or none', async () => {
    const many = Array.from({ length: 101 }, (_, at) => exampleItem({ id: `p${at}`, price: 10 }));
    const { gone } = await openScreen(many);
    expect(asked.map(({ url }) => url.split('%2C').length)).toEqual([100, 1]);
    await asked[0]?.answer(answerOf(...many.slice(0, 100).map(({ id }) => product(id, 20))));
    expect(new Set(prices())).toEqual(new Set([10]));
    await asked[1]?.answer(answerOf(product('p100', 20)));
    expect(new Set(prices())).toEqual(new Set([20]));
    expect(gone()).toEqual([]);
  });

  test('sends no request for an empty cart', async () => {
    await openScreen([]);
    expect(asked).toEqual([]);
  });

  test.each([
    ['no network', (request?: Asked) => request?.fail()],
    ['a refusal', (request?: Asked) => request?.answer(answerOf(), 503)],
  ])('leaves the cart unchanged: %s', async (_, refuse) => {
    const { gone } = await openScreen([RUI]);
    await refuse(asked[0]);
    expect(cart.get()).toEqual([RUI]);
    expect(gone()).toEqual([]);
  });
});

describe('while the screen is open', () => {
  test('a change of the catalogue updates the cart', async () => {
    const { repriced } = await openScreen([RUI]);
    await asked[0]?.answer(answerOf(product('rui', 350)));
    await changeCatalogue();
    await asked[1]?.answer(answerOf(product('rui', 300)));
    expect(prices()).toEqual([300]);
    expect(repriced()).toEqual(['rui was 350']);
  });

  test('the last answer wins', async () => {
    await openScreen([RUI]);
    await changeCatalogue();
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[1]?.answer(answerOf(product('rui', 300)));
    await asked[0]?.answer(answerOf(product('rui', 999)));
    expect(prices()).toEqual([300]);
  });

  test('changes by the shopper during the request are kept', async () => {
    const { gone } = await openScreen([RUI]);
    await act(async () => cart.set([{ ...RUI, quantity: 5 }, TEA]));
    await asked[0]?.answer(answerOf(product('rui', 300)));
    expect(cart.get()).toEqual([{ ...RUI, quantity: 5, price: 300 }, TEA]);
    // It was not in the request, so nothing is known of it.
    expect(gone()).toEqual([]);
  });

  test('a price that returns to its old value is no change', async () => {
    const { repriced } = await openScreen([RUI]);
    await asked[0]?.answer(answerOf(product('rui', 400)));
    await changeCatalogue();
    await asked[1]?.answer(answerOf(product('rui', 350)));
    expect(repriced()).toEqual([]);
  });
});

describe('after the screen is left', () => {
  test('ignores a late answer', async () => {
    const { unmount } = await openScreen([RUI]);
    await unmount();
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[0]?.answer(answerOf(product('rui', 400)));
    expect(prices()).toEqual([350]);
  });

  test.each([
    ['have been seen on the cart', true, []],
    ['are still new after the checkout', false, ['rui was 350']],
  ])('changes %s', async (_, showsChanges, later) => {
    const { unmount } = await openScreen([RUI], showsChanges);
    await asked[0]?.answer(answerOf(product('rui', 400)));
    await unmount();
    const { repriced } = await openScreen(cart.get());
    await asked[1]?.answer(answerOf(product('rui', 400)));
    expect(repriced()).toEqual(later);
  });
});
