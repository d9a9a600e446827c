import { Window } from 'happy-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_ORDER_LINES } from '../../domain/orders/cart.ts';
import { importInBangla } from '../../test/support/bangla.ts';
import { exampleItem, exampleProduct } from '../../test/support/factories.ts';
import { HYDRATED } from './hydration.ts';

const RICE = exampleProduct({ id: 'rice' });
const TEA = exampleItem({ id: 'tea', quantity: 3 });
const CART = 'cartItems';

let window: Window;
/** What the page's own scripts, which load later, do at a press. */
const press = vi.fn<() => void>();

beforeEach(() => {
  // It has the data of the rice; product-in-page.test.ts reads it from a page.
  vi.doMock('./product-in-page.ts', () => ({
    productInPage(id: string) {
      if (id !== RICE.id) throw new Error(id);
      return RICE;
    },
  }));
  vi.resetModules();
  window = new Window({ url: 'http://shop.test/groceries' });
  window.document.write(
    `<header><a href="/cart" aria-label="Cart"><svg></svg><span>0</span></a></header>
    <article><a href="/product/rice">Rice</a><button type="button" class="card-add">Add</button></article>
    <article><a href="/product/salt">Salt</a><button type="button" class="card-add">Add</button></article>`,
  );
  const { document, location, localStorage, Element, Event, StorageEvent } = window;
  const globals = { document, location, localStorage, Element, Event, StorageEvent };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, window[name].bind(window));
  for (const button of window.document.querySelectorAll('button')) button.addEventListener('click', press);
});
afterEach(() => {
  vi.doUnmock('./product-in-page.ts');
  vi.resetModules();
  vi.unstubAllGlobals();
  press.mockReset();
});

/** The scripts in the head, in their order. */
async function runInlineScripts(): Promise<void> {
  await import('./add-early.ts');
  await import('./replay-clicks.ts');
}

/** `detail`: 1 for a finger or the mouse, 0 for a key. */
function click(product: string, detail = 1) {
  const button = window.document.querySelector(`[href$=${product}] + button`) as unknown as HTMLButtonElement;
  button.dispatchEvent(new window.MouseEvent('click', { bubbles: true, detail }) as unknown as Event);
  return button;
}

const stored = (): unknown => JSON.parse(window.localStorage.getItem(CART) ?? '[]');
const cartLink = (): (string | null | undefined)[] => {
  const link = window.document.querySelector('header a');
  return [link?.getAttribute('aria-label'), link?.textContent];
};

test('a press stores the product at the end of the cart, shows it, and is not repeated', async () => {
  window.localStorage.setItem(CART, JSON.stringify([TEA]));
  await runInlineScripts();
  const changed = vi.fn<(key: unknown) => void>();
  window.addEventListener('storage', (event) => changed('key' in event && event.key));
  const button = click('rice');
  expect(stored()).toEqual([TEA, { ...RICE, quantity: 1 }]);
  expect([button.disabled, button.textContent, button.ariaBusy ?? null]).toEqual([true, 'Added', null]);
  expect(cartLink()).toEqual(['Cart, 2 items', '2']);
  expect(changed).toHaveBeenCalledExactlyOnceWith(CART);
  window.dispatchEvent(new window.Event(HYDRATED));
  expect(press).not.toHaveBeenCalled();
});

test('in Bangla it shows Bangla words and digits', async () => {
  await importInBangla(() => import('./add-early.ts'));
  expect(click('rice').textContent).toBe('কার্টে আছে');
  expect(cartLink()).toEqual(['কার্ট, ১টি পণ্য', '১']);
});

test.each<[string, () => unknown, string?, number?]>([
  ['a full storage', () => vi.spyOn(window.localStorage, 'setItem').mockImplementation(refuse)],
  ['a forbidden storage', () => vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })],
  ['an unreadable cart', () => window.localStorage.setItem(CART, '[{')],
  ['a cart that is no list', () => window.localStorage.setItem(CART, '{"items":[]}')],
  ['a cart with an unreadable line', () => window.localStorage.setItem(CART, '[null]')],
  ['a cart of as many products as an order may have', fillCart],
  ['a key, because React has to move the focus', () => undefined, 'rice', 0],
  ['a product whose data has not come', () => undefined, 'salt'],
])('%s: the press takes effect with the scripts', async (_, prepare, product = 'rice', detail = 1) => {
  prepare();
  const before = window.localStorage.getItem(CART);
  await runInlineScripts();
  const button = click(product, detail);
  expect([button.disabled, button.ariaBusy]).toEqual([false, 'true']);
  expect(window.localStorage.getItem(CART)).toBe(before);
  expect(press).not.toHaveBeenCalled();
  window.dispatchEvent(new window.Event(HYDRATED));
  expect(button.ariaBusy).toBeNull();
  expect(press).toHaveBeenCalledTimes(1);
});

function refuse(): never {
  throw new DOMException('no', 'SecurityError');
}

function fillCart(): void {
  const items = Array.from({ length: MAX_ORDER_LINES }, (_, n) => exampleItem({ id: `product-${n}` }));
  window.localStorage.setItem(CART, JSON.stringify(items));
}

test('when React has taken over the page, presses are its own', async () => {
  await runInlineScripts();
  window.dispatchEvent(new window.Event(HYDRATED));
  const button = click('rice');
  expect(press).toHaveBeenCalledTimes(1);
  expect([button.disabled, stored()]).toEqual([false, []]);
});
