/** How soon after opening a page a finger has an effect. */
import type { Browser } from 'playwright';
import { type Point, withEmptyPhone } from './phone.ts';

declare global {
  interface Window {
    /** Fulfilled with the first `Add to Cart`'s middle when it has been painted. */
    button?: Promise<Point>;
    /**
     * Fulfilled when its product is in the cart and that has been painted: the time since the page was asked for, in
     * ms.
     */
    added?: Promise<number>;
  }
}

/**
 * Opens the page on a phone that knows nothing, and touches the first `Add to Cart` as soon as it can be seen. In ms
 * from the start.
 */
export function timeOfFirstTap(browser: Browser, address: string): Promise<number> {
  return withEmptyPhone(browser, async ({ page, touch }) => {
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: 'commit' });
    await touch(await page.evaluate(() => window.button ?? Promise.reject(new Error('nothing is watched'))));
    return page.evaluate(() => window.added ?? Promise.reject(new Error('nothing is watched')));
  });
}

/** Runs in the page. */
function watch(): void {
  /** Looks at each frame, and returns what it has found when that frame has been painted. */
  const seen = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) requestAnimationFrame(look);
        // A timeout of a frame ends after that frame.
        else setTimeout(() => resolve(found));
      };
      requestAnimationFrame(look);
    });
  window.button = seen(() => {
    const box = document.querySelector('main .card-add')?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  window.added = seen(() => {
    const buttons = [...document.querySelectorAll('main article:has(.card-link) button')];
    const shown = buttons.some(({ textContent }) => textContent === 'Added');
    return (shown && localStorage.getItem('cartItems')?.includes('"quantity":1')) || undefined;
  }).then(() => performance.now());
}
