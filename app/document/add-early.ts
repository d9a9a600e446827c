/**
 * An inline script in the head: until React takes over, a press of `Add to Cart` takes effect here (decision 43). What
 * it cannot do is left to replay-clicks.ts, which comes after it.
 */
import { ADDED, CART_LINK, LANGUAGE } from '#messages';
import { addProduct, MAX_ORDER_LINES } from '../../domain/orders/cart.ts';
import { HYDRATED } from './hydration.ts';
import { productInPage } from './product-in-page.ts';

/** The key of state/order/cart.ts, which reads it when React takes over, and drops what is unreadable. */
const KEY = 'cartItems';

function add(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('.card-add');
  // After a press by a key (detail 0) React has to move the focus.
  if (!button || event.detail === 0) return;
  try {
    const { pathname } = button.closest('article')?.querySelector('a') ?? location;
    const product = productInPage(pathname.slice(pathname.lastIndexOf('/') + 1));
    const items = addProduct(JSON.parse(localStorage.getItem(KEY) ?? '[]'), product);
    // The shop says why an order cannot have it.
    if (items.length > MAX_ORDER_LINES) return;
    localStorage.setItem(KEY, JSON.stringify(items));
    event.stopImmediatePropagation();
    show(button, items.length.toLocaleString(LANGUAGE));
  } catch {
    // The storage is full, forbidden or unreadable, or the product's data has not come.
  }
}

function show(button: HTMLButtonElement, n: string): void {
  button.disabled = true;
  button.textContent = ADDED;
  const link = document.querySelector('header [href$=cart]');
  link?.setAttribute('aria-label', CART_LINK.replace('{n}', n));
  link?.lastElementChild?.replaceChildren(n);
  // For the cart of the other scripts, if it has been read already.
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

addEventListener('click', add, true);
addEventListener(HYDRATED, () => removeEventListener('click', add, true));
