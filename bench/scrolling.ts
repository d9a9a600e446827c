/** Scrolling down a list that grows. */
import type { Browser } from 'playwright';
import { withPhone } from './phone.ts';

declare global {
  interface Window {
    /** Of all frames so far, in ms. */
    frameTimes?: number[];
  }
}

/** Scrolls until so many cards have come; returns the times between frames, in ms. */
export function scroll(browser: Browser, address: string, cards: number): Promise<number[]> {
  return withPhone(browser, address, async (phone) => {
    const { page } = phone;
    const all = page.locator('main article');
    await page.evaluate(recordFrames);
    while ((await all.count()) < cards) await phone.swipe();
    return page.evaluate(() => window.frameTimes ?? []);
  });
}

/** Runs in the page. */
function recordFrames(): void {
  const frames = (window.frameTimes = new Array<number>());
  let last = performance.now();
  const record = (now: number): void => {
    frames.push(now - last);
    last = now;
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
}
