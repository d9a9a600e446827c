import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { decrease, increase } from '../../../domain/orders/cart.ts';
import { openPage, type Page, renderHook } from '../../../test/support/browser-page.ts';
import { exampleItem, exampleProduct } from '../../../test/support/factories.ts';

let page: Page;
let storage: Map<string, string>;
let state: typeof import('./cart.ts');
beforeEach(async () => {
  storage = new Map();
  page = openPage(storage);
  vi.resetModules();
  state = await import('./cart.ts');
});

const RUI = exampleItem({ id: 'rui' });
const TEA = exampleItem({ id: 'tea', quantity: 2 });
const stored = (): unknown => JSON.parse(storage.get('cartItems') ?? 'null');

test('actions are stored', () => {
  state.changeCart({ type: 'ADD_PRODUCT', product: exampleProduct({ id: 'rui' }) });
  expect(stored()).toEqual([RUI]);
  state.changeCart(increase(RUI));
  expect(stored()).toEqual([{ ...RUI, quantity: 2 }]);
  state.changeCart(decrease(RUI));
  expect(stored()).toEqual([]);
});

test('a product that one order cannot have is added, and the shopper is told', async () => {
  const { toast } = await import('../toasts.ts');
  state.cart.set(Array.from({ length: 200 }, (_, at) => exampleItem({ id: `rice-${at}` })));
  state.changeCart({ type: 'ADD_PRODUCT', product: exampleProduct({ id: 'rui', name: 'Rui Fish' }) });
  expect(state.cart.get()).toHaveLength(201);
  expect(toast.get()).toMatchObject({ text: 'Rui Fish: one order can have at most 200 products.' });
});

test('an action without effect notifies nobody', () => {
  state.cart.set([RUI]);
  const notified = vi.fn<() => void>();
  state.cart.subscribe(notified);
  state.changeCart({ type: 'ADD_PRODUCT', product: exampleProduct({ id: 'rui' }) });
  state.changeCart({ type: 'REMOVE_PRODUCT', id: 'tea' });
  expect(notified).not.toHaveBeenCalled();
});

test('an action applies to the cart as another tab left it', () => {
  state.cart.set([RUI]);
  storage.set('cartItems', JSON.stringify([RUI, TEA]));
  page.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'cartItems' }));
  state.changeCart({ type: 'REMOVE_PRODUCT', id: 'rui' });
  expect(stored()).toEqual([TEA]);
});

test('the readable lines of a stored cart are kept', () => {
  storage.set('cartItems', JSON.stringify([RUI, null, { ...TEA, quantity: 0 }, { id: 'salt' }, TEA, TEA]));
  expect(state.cart.get()).toEqual([RUI, TEA]);
});

test.each(['', 'null', '{"items":[]}', '[{]'])('a stored cart of %j is an empty one', (text) => {
  storage.set('cartItems', text);
  expect(state.cart.get()).toEqual([]);
});

test('components re-render with the lines, the badge and the quantity of a product', async () => {
  storage.set('cartItems', JSON.stringify([RUI]));
  const { result } = await renderHook(() => [state.cart.use(), state.useCartCount(), state.useQuantity('tea')]);
  expect(result()).toEqual([[RUI], 1, 0]);
  await act(async () => state.cart.set([RUI, TEA]));
  expect(result()).toEqual([[RUI, TEA], 2, 2]);
});
