/** The phone that Lighthouse simulates, its processor four times slower, and a finger on it. */
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright';

/** The Moto G Power of Lighthouse. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const SLOWER = 4;
/** A finger touches the glass for so long, in ms. */
const TOUCH_MS = 60;
/** A finger that scrolls stays so far from the edges, and moves in such steps. */
const EDGE_PX = 100;
const FINGER_STEP_PX = 40;
/** The shortest interaction that the browser reports; a quicker one counts as one of this length. In ms. */
const SHORTEST_MS = 16;

declare global {
  interface Window {
    /** The longest event of each interaction, by its id; from the Event Timing API. */
    interactions?: Map<number, number>;
  }
}

export interface Point {
  x: number;
  y: number;
}

export interface Phone {
  page: Page;
  /** Touches that point of the screen. */
  touch(point: Point): Promise<void>;
  /** Scrolls the element into the middle of the screen and touches it. */
  tap(target: Locator): Promise<void>;
  /** Scrolls down by a quick finger, two screens or so. */
  swipe(): Promise<void>;
  /** Forgets the interactions so far. */
  forget(): Promise<void>;
  /** The times from a touch or key to its next paint, in ms: of each of the `count` interactions since `forget`. */
  interactions(count: number): Promise<number[]>;
}

/** Runs `work` with a phone that has loaded the page. `prepare` gives its browser cookies and the like. */
export function withPhone<T>(
  browser: Browser,
  address: string,
  work: (phone: Phone) => Promise<T>,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<T> {
  return withEmptyPhone(
    browser,
    async (phone) => {
      await phone.page.goto(address, { waitUntil: 'load' });
      // The page registers its service worker, and stores itself.
      await phone.page.waitForTimeout(READING_MS);
      return work(phone);
    },
    prepare,
  );
}

/** Runs `work` with a phone that has opened nothing yet. */
export async function withEmptyPhone<T>(
  browser: Browser,
  work: (phone: Phone) => Promise<T>,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<T> {
  const context = await browser.newContext(PHONE);
  try {
    await prepare?.(context);
    const page = await context.newPage();
    await page.addInitScript(recordInteractions);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return await work({
      page,
      touch: (point) => touch(page, session, point),
      async tap(target) {
        await touch(page, session, await middleOf(page, target));
      },
      swipe: () => swipe(page, session),
      forget: () => page.evaluate(() => window.interactions?.clear()),
      async interactions(count) {
        await page.waitForTimeout(SETTLED_MS);
        const reported = await page.evaluate(() => [...(window.interactions?.values() ?? [])]);
        if (reported.length > count) throw new Error(`${reported.length} interactions instead of ${count}`);
        return [...reported, ...Array<number>(count - reported.length).fill(SHORTEST_MS)];
      },
    });
  } finally {
    await context.close();
  }
}

/** A shopper looks at a page for so long before the first touch, in ms. */
const READING_MS = 4_000;
/** The time for scrolling to end, pictures to come and the browser to report, in ms. */
const SETTLED_MS = 400;

async function middleOf(page: Page, target: Locator): Promise<Point> {
  await target.evaluate((element) =>
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }),
  );
  await page.waitForTimeout(SETTLED_MS);
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to touch');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function touch(page: Page, session: CDPSession, point: Point): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.waitForTimeout(TOUCH_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function swipe(page: Page, session: CDPSession): Promise<void> {
  const { width, height } = PHONE.viewport;
  const at = (y: number) => ({ touchPoints: [{ x: width / 2, y }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(height - EDGE_PX) });
  for (let y = height - EDGE_PX; y > EDGE_PX; y -= FINGER_STEP_PX)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(y) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForTimeout(SETTLED_MS);
}

/** Runs in the page. */
function recordInteractions(): void {
  const longest = (window.interactions = new Map<number, number>());
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
