/** Photographs screens in a browser: some pages at once, each in all looks that it can have without being opened again. */
import { availableParallelism } from 'node:os';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { QUIET_FLAGS } from '../../bench/browser.ts';
import { type Language, localPath } from '../../base/language.ts';
import { programOf } from '../support/programs.ts';
import { type Look, type LookName, LOOKS, visitOf } from './looks.ts';
import type { Screen } from './screen.ts';
import { NOW, productIn, type Stock } from './stock.ts';
import { ORIGIN, type World } from './world.ts';

export interface Picture {
  screen: string;
  look: LookName;
  /** Of its file, in px of the screen. */
  width: number;
  height: number;
  /** By how many px the page is wider than the screen. */
  wider: number;
}

export interface Fault {
  screen: string;
  /** The first of the looks that have it. */
  look: LookName;
  what: string;
}

interface Visit {
  screen: Screen;
  looks: readonly LookName[];
}

/** Far above what a step takes, for machines with other work. */
const STEP_MS = 120_000;
/** Nothing has changed for so long: the page is done. And at most so long, for one that never is. */
const QUIET_MS = 250;
const BUSY_MS = 2_900;
/** Of a picture, in px: what is below is the same again. */
const MAX_HEIGHT = 6_000;
const QUALITY = 82;

export const fileOf = ({ screen, look }: Pick<Picture, 'screen' | 'look'>): string => `${screen}.${look}.webp`;

/** `folder` gets the pictures. After `stopping` no other page is opened. */
export async function photograph(
  { port }: Pick<World, 'port'>,
  stock: Stock,
  screens: readonly Screen[],
  folder: string,
  onPage: (done: number, all: number) => void,
  stopping: AbortSignal,
): Promise<{ pictures: Picture[]; faults: Fault[] }> {
  const visits = screens.flatMap((screen): Visit[] => {
    const keys = Map.groupBy(screen.looks, visitOf);
    return [...keys.values()].map((looks) => ({ screen, looks }));
  });
  const browser = await chromium.launch({
    handleSIGINT: false,
    handleSIGTERM: false,
    executablePath: programOf('browser'),
    args: [
      ...QUIET_FLAGS,
      '--font-render-hinting=none',
      `--host-resolver-rules=MAP ${new URL(ORIGIN).host} 127.0.0.1:${port}`,
    ],
  });
  const pictures: Picture[] = [];
  const faults: Fault[] = [];
  let done = 0;
  try {
    await pMap(
      visits,
      async (visit) => {
        if (stopping.aborted) return;
        await photographVisit(browser, stock, visit, folder, { pictures, faults });
        onPage((done += 1), visits.length);
      },
      // One waits for the network while another one is drawn.
      { concurrency: availableParallelism() + 1 },
    );
  } finally {
    await browser.close();
  }
  return { pictures, faults };
}

interface Found {
  pictures: Picture[];
  faults: Fault[];
}

async function photographVisit(
  browser: Browser,
  stock: Stock,
  { screen, looks }: Visit,
  folder: string,
  { pictures, faults }: Found,
): Promise<void> {
  const [first] = looks;
  if (first === undefined) return;
  const fault = (look: LookName, what: string): void => void faults.push({ screen: screen.name, look, what });
  const { language = 'en', scale = 1 }: Look = LOOKS[first];
  const context = await browser.newContext(contextOf(screen, stock, first, scale));
  try {
    await prepare(context, screen, stock, language);
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_MS);
    page.on('pageerror', ({ message }) => fault(first, message));
    const at = { page, language, stock };
    try {
      for (const step of screen.before ?? []) await step(at);
      const address = screen.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => stock.ids[name] ?? name);
      await wear(page, LOOKS[first]);
      await page.goto(screen.path.startsWith('/operator') ? address : localPath(language, address));
      await hydrated(page);
      for (const step of screen.steps ?? []) await step(at);
    } catch (error) {
      // The picture shows how far it came.
      fault(
        first,
        String(error instanceof Error ? error.message : error)
          .split('\n', 3)
          .join(' '),
      );
    }
    await page.evaluate(standStill);
    if (screen.print) await page.emulateMedia({ media: 'print' });
    for (const look of looks) {
      try {
        pictures.push(await take(page, screen, look, path.join(folder, fileOf({ screen: screen.name, look }))));
      } catch (error) {
        fault(look, String(error));
      }
    }
  } finally {
    await context.close();
  }
}

function contextOf(
  { cart = [], oldPrice, favourites = [], guestOrders = [] }: Screen,
  { products, ids }: Stock,
  look: LookName,
  scale: number,
) {
  const { width, height }: Look = LOOKS[look];
  const items = cart.map((id, at) => ({
    ...productIn(products, id),
    ...(oldPrice !== undefined && { price: oldPrice }),
    quantity: 1 + (at % 3),
  }));
  const stored = {
    cartItems: items,
    favourites: favourites.map((id) => productIn(products, id)),
    guestOrders: guestOrders.map((id) => ids[id]),
  };
  const localStorage = Object.entries(stored).flatMap(([name, value]) =>
    value.length > 0 ? [{ name, value: JSON.stringify(value) }] : [],
  );
  return {
    baseURL: ORIGIN,
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: width < 1000,
    locale: 'en-US',
    timezoneId: 'Asia/Dhaka',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: ORIGIN, localStorage }] },
  } satisfies BrowserContextOptions;
}

async function prepare(context: BrowserContext, { who }: Screen, { cookies }: Stock, language: Language) {
  await context.clock.setFixedTime(NOW);
  // What leaves after some seconds stays: toasts, `Undo`, the success after an order.
  await context.addInitScript(() => {
    const start = window.setTimeout;
    const slower = (run: () => void, ms = 0, ...args: unknown[]): number =>
      start(run, ms >= 3_000 && ms <= 10_000 ? 3_600_000 : ms, ...args);
    Object.assign(window, { setTimeout: slower });
  });
  const pairs = [...(cookies[who]?.split('; ') ?? []), `sodai-operator.language=${language}`];
  await context.addCookies(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: ORIGIN };
    }),
  );
}

/** Gives the page a look; it may be open already. */
async function wear(page: Page, { width, height, dark, forced }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', forcedColors: forced ? 'active' : 'none' });
  await page.setViewportSize({ width, height });
}

async function take(
  page: Page,
  { name: screen, over = false }: Pick<Screen, 'name' | 'over'>,
  name: LookName,
  file: string,
): Promise<Picture> {
  const look: Look = LOOKS[name];
  const { width, height } = look;
  await wear(page, look);
  await page.evaluate((text) => (document.documentElement.style.fontSize = text ? `${text}%` : ''), look.text);
  await settle(page);
  let tall = height;
  if (look.whole && !over) {
    const bottom = await page.evaluate(() => document.documentElement.scrollHeight);
    tall = Math.min(MAX_HEIGHT, Math.max(height, bottom));
    // As a screen that is so high, so that bars stand at its edges and not in the middle of the page.
    if (tall > height) {
      await page.setViewportSize({ width, height: tall });
      await settle(page);
    }
  }
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await writeFile(file, await pictureOf(page, { width, height: tall, scale: look.scale ?? 1 }));
  return { screen, look: name, width, height: tall, wider: Math.max(0, wider) };
}

/** What is seen, as WebP. By the browser's own protocol, because Playwright makes only larger ones, at twice the cost. */
async function pictureOf(page: Page, size: { width: number; height: number; scale: number }): Promise<Buffer> {
  const [x = 0, y = 0] = await page.evaluate(() => [scrollX, scrollY]);
  const session = await page.context().newCDPSession(page);
  try {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      clip: { x, y, ...size },
    });
    return Buffer.from(data, 'base64');
  } finally {
    await session.detach();
  }
}

/** Nothing moves or blinks. */
function standStill(): void {
  const still = new CSSStyleSheet();
  still.replaceSync(
    '*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }',
  );
  document.adoptedStyleSheets.push(still);
}

/** React has the page. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [document, document.documentElement].some((part) => Object.keys(part).some((key) => key.startsWith('__react'))),
  );
}

/** Fonts and pictures are there, and nothing changes any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    async ({ quiet, busy }) => {
      for (const image of document.querySelectorAll('img')) image.loading = 'eager';
      await document.fonts.ready;
      await new Promise<void>((resolve) => {
        const end = setTimeout(resolve, busy);
        let timer = setTimeout(over, quiet);
        const watcher = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(over, quiet);
        });
        function over(): void {
          if ([...document.images].some(({ complete }) => !complete)) timer = setTimeout(over, quiet);
          else {
            clearTimeout(end);
            watcher.disconnect();
            resolve();
          }
        }
        watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    },
    { quiet: QUIET_MS, busy: BUSY_MS },
  );
}
