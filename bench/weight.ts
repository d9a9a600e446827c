/**
 * What a phone downloads for a first visit of a public screen, by kind, and for further visits of home, in Chromium.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { startFlakyProxy } from '../test/support/flaky-proxy.ts';
import { withBrowser } from './browser.ts';
import { atMost, type Bench } from './report.ts';
import { SCREENS } from './screens.ts';
import { withShop, withShopData } from './shop.ts';

/** The phone that Lighthouse simulates. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** A usual phone of today, on which requests are counted until `load`. */
const SHARP_PHONE = { ...PHONE, viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };
/** 1 kB = 1,000 bytes, as in the published figures of other shops. */
const KB = 1_000;
/** A page counts as complete when nothing has arrived for so long, in ms, because the live connection never ends. */
const QUIET_MS = 700;

/** How long a shop does not know which changes happened before it opened, in ms. */
const JUST_OPENED_MS = 3_000;

/** How often a page is asked for, all in all for longer than server/http/page-cache.ts waits. */
const IN_DEMAND = 8;

type Kind = 'html' | 'css' | 'script' | 'picture' | 'other';

interface Weight {
  name: string;
  requests: number;
  /** Bytes on the wire, with the answers' headers. */
  bytes: Record<Kind, number>;
  /** Only the compressed bodies. */
  bodies: Record<Kind, number>;
}

export const bench: Bench = {
  name: 'weight',
  about: 'requests and bytes of each public screen',
  run: (show) =>
    withShopData('own', (data) =>
      withShop(data, ({ url }) =>
        withBrowser(async (browser) => {
          // A shop that has just opened makes open pages reload their data.
          await delay(JUST_OPENED_MS);
          const weights: Weight[] = [];
          for (const [at, screen] of SCREENS.entries()) {
            show(screen.name, at, SCREENS.length);
            await makeInDemand(url + screen.path);
            weights.push(await measure(browser, url, screen));
          }
          show('home again', SCREENS.length, SCREENS.length);
          const untilLoad = await requestsUntilLoad(browser, url);
          return reportOf(weights, untilLoad, await measureVisits(browser, url));
        }),
      ),
    ),
};

/** As a shopper meets a page that is in demand: asked for some times, it is compressed as well as possible. */
async function makeInDemand(address: string): Promise<void> {
  for (let asked = 0; asked < IN_DEMAND; asked += 1) {
    const page = await fetch(address, { headers: { 'Accept-Encoding': 'br' } });
    await page.arrayBuffer();
    await delay(JUST_OPENED_MS / IN_DEMAND);
  }
}

/** Opens one screen with an empty browser cache. */
async function measure(browser: Browser, url: string, { name, path }: (typeof SCREENS)[number]): Promise<Weight> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const weight: Weight = { name, requests: 0, bytes: perKind(), bodies: perKind() };
  const answers = new Map<string, { kind: Kind; headBytes: number }>();
  let latest = performance.now();
  session.on('Network.requestWillBeSent', ({ type, request }) => {
    if (type !== 'EventSource' && request.url.startsWith('http')) weight.requests += 1;
    latest = performance.now();
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'EventSource') answers.set(requestId, { kind: kindOf(type), headBytes: response.encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (!answer) return;
    weight.bytes[answer.kind] += encodedDataLength;
    weight.bodies[answer.kind] += encodedDataLength - answer.headBytes;
    latest = performance.now();
  });
  await session.send('Network.enable');
  await page.goto(url + path, { waitUntil: 'load' });
  while (performance.now() - latest < QUIET_MS) await page.waitForTimeout(QUIET_MS);
  await context.close();
  return weight;
}

/** Of home with an empty cache. */
async function requestsUntilLoad(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...SHARP_PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  let requests = 0;
  let untilLoad = 0;
  page.on('request', () => (requests += 1));
  page.on('load', () => (untilLoad = requests));
  await page.goto(url, { waitUntil: 'load' });
  await context.close();
  return untilLoad;
}

/** What a first visit with the service worker downloads more than one without it: the worker, and what it stores. */
const STORED = 'first, stored by the service worker';

/** One of several visits of home by the same phone. */
interface Visit {
  name: string;
  requests: number;
  bytes: number;
}

/**
 * Opens home several times with the service worker. A proxy counts, because the browser does not report the worker's
 * requests.
 */
async function measureVisits(browser: Browser, url: string): Promise<Visit[]> {
  const proxy = await startFlakyProxy(url);
  const context = await browser.newContext(PHONE);
  const visits: Visit[] = [];
  let before = { requests: 0, bytes: 0 };
  const record = (name: string): Visit => {
    const now = { requests: proxy.asked.length, bytes: proxy.sent() };
    const visit = { name, requests: now.requests - before.requests, bytes: now.bytes - before.bytes };
    before = now;
    visits.push(visit);
    return visit;
  };
  const quiet = async (): Promise<void> => {
    for (let seen = -1; seen !== proxy.asked.length; await delay(QUIET_MS)) seen = proxy.asked.length;
  };
  const withoutWorker = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  await (await withoutWorker.newPage()).goto(proxy.url, { waitUntil: 'load' });
  await quiet();
  const shown = record('first, without the service worker');
  await withoutWorker.close();
  const first = await context.newPage();
  await first.goto(proxy.url, { waitUntil: 'load' });
  await first.evaluate(() => navigator.serviceWorker.ready);
  await quiet();
  const all = record('first');
  visits.push({ name: STORED, requests: all.requests - shown.requests, bytes: all.bytes - shown.bytes });
  await first.close();
  const again = await context.newPage();
  await again.goto(proxy.url, { waitUntil: 'load' });
  await quiet();
  record('again');
  await again.close();
  await context.setOffline(true);
  const offline = await context.newPage();
  await offline.goto(proxy.url);
  await offline.getByText(/^As of/).waitFor();
  record('offline');
  await context.close();
  proxy.close();
  return visits;
}

function perKind(): Record<Kind, number> {
  return { html: 0, css: 0, script: 0, picture: 0, other: 0 };
}

function kindOf(type: string): Kind {
  const kinds: Readonly<Record<string, Kind>> = {
    Document: 'html',
    Stylesheet: 'css',
    Script: 'script',
    Image: 'picture',
  };
  return kinds[type] ?? 'other';
}

const sum = (bytes: Record<Kind, number>): number => Object.values(bytes).reduce((all, one) => all + one, 0);
const kB = (bytes: number): number => Math.round(bytes / 100) / 10;

function reportOf(weights: readonly Weight[], untilLoad: number, visits: readonly Visit[]) {
  const of = (name: string): Weight => {
    const found = weights.find((weight) => weight.name === name);
    if (!found) throw new Error(`${name} was not weighed`);
    return found;
  };
  const visit = (name: string): number => (visits.find((one) => one.name === name)?.bytes ?? Number.NaN) / KB;
  const home = of('home');
  const listing = of('listing');
  const critical = ({ bodies }: Weight): number => (bodies.html + bodies.css) / KB;
  return {
    title: 'What a phone downloads for a first look (412 × 823, nothing cached)',
    goals: [
      atMost('JavaScript on home, brotli', home.bodies.script / KB, 105, 'kB'),
      atMost('JavaScript on home in Bangla, brotli', of('home in Bangla').bodies.script / KB, 105, 'kB'),
      atMost('HTML and CSS on home, compressed', critical(home), 14, 'kB'),
      atMost('HTML and CSS on home in Bangla, compressed', critical(of('home in Bangla')), 14, 'kB'),
      atMost('HTML and CSS on a listing, compressed', critical(listing), 14, 'kB'),
      atMost('HTML and CSS on a listing in Bangla, compressed', critical(of('listing in Bangla')), 14, 'kB'),
      atMost('requests of a cold home until `load`, at 390 px', untilLoad, 20),
      atMost('bytes of a cold home', sum(home.bytes) / KB, 230, 'kB'),
      atMost('bytes that the service worker stores after home has loaded', visit(STORED), 60, 'kB'),
      atMost('bytes of home again', visit('again'), 3, 'kB'),
      atMost('bytes of home offline', visit('offline'), 0, 'kB'),
    ],
    tables: [
      {
        title: 'kB over the wire, with the headers of the answers',
        columns: ['screen', 'requests', 'HTML', 'CSS', 'JavaScript', 'pictures', 'other', 'all'],
        rows: weights.map(({ name, requests, bytes }) => [
          name,
          requests,
          ...[bytes.html, bytes.css, bytes.script, bytes.picture, bytes.other, sum(bytes)].map((one) =>
            kB(one).toFixed(1),
          ),
        ]),
      },
      {
        title: 'kB of compressed bodies alone',
        columns: ['screen', 'HTML', 'CSS', 'HTML + CSS', 'JavaScript'],
        rows: weights.map(({ name, bodies }) => [
          name,
          ...[bodies.html, bodies.css, bodies.html + bodies.css, bodies.script].map((one) => kB(one).toFixed(1)),
        ]),
      },
      {
        title: 'Home, visited several times with the service worker: kB over the wire, with the headers of the answers',
        columns: ['visit', 'requests', 'all'],
        rows: visits.map(({ name, requests, bytes }) => [name, requests, kB(bytes).toFixed(1)]),
      },
    ],
    plot: {
      panels: [
        {
          title: 'Cold home, all of it',
          unit: 'kB',
          goal: 230,
          bars: [
            { label: 'Sodai', value: kB(sum(home.bytes)) },
            { label: 'Medusa with its storefront', value: 345, other: true },
            { label: 'NextFaster', value: 437, other: true },
            { label: 'EverShop', value: 2_090, other: true },
          ],
        },
        {
          title: 'Cold home, JavaScript',
          unit: 'kB, compressed',
          goal: 105,
          bars: [
            { label: 'Sodai', value: kB(home.bodies.script) },
            { label: 'Medusa with its storefront', value: 184, other: true },
            { label: 'NextFaster', value: 194, other: true },
            { label: 'EverShop', value: 1_446, other: true },
          ],
        },
        {
          title: 'Every public screen',
          unit: 'kB over the wire, nothing cached',
          bars: weights.map(({ name, bytes }) => ({ label: name, value: kB(sum(bytes)) })),
        },
      ],
    },
    notes: [
      'First visits without the service worker, which begins after the page has loaded. Visits with it are counted by a proxy.',
      'Counted by Chromium (CDP Network events) until nothing has come for 0.7 s; the live connection, which stays open, is left out.',
      'Pages in demand, so compressed as well as possible (the best of brotli). Made anew, after a change, home has 1.6 kB more for some seconds.',
      'kB are 1,000 bytes. The demo catalogue; no scrolling.',
    ],
  };
}
