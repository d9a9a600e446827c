/** What a phone downloads for a first visit of a public screen: requests and bytes, by kind, in Chromium. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { withBrowser } from './browser.ts';
import { atMost, type Bench } from './report.ts';
import { SCREENS } from './screens.ts';
import { withShop, withShopData } from './shop.ts';

/** The phone that Lighthouse simulates. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** 1 kB = 1,000 bytes, as in the published figures of other shops. */
const KB = 1_000;
/** A page counts as complete when nothing has arrived for so long, in ms, because the live connection never ends. */
const QUIET_MS = 700;

/** How long a shop does not know which changes happened before it opened, in ms. */
const JUST_OPENED_MS = 3_000;

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
    withShopData('pglite', (data) =>
      withShop(data, ({ url }) =>
        withBrowser(async (browser) => {
          // A shop that has just opened makes open pages reload their data.
          await delay(JUST_OPENED_MS);
          const weights: Weight[] = [];
          for (const [at, screen] of SCREENS.entries()) {
            show(screen.name, at, SCREENS.length);
            weights.push(await measure(browser, url, screen));
          }
          return reportOf(weights);
        }),
      ),
    ),
};

/** Opens one screen with an empty browser cache. */
async function measure(browser: Browser, url: string, { name, path }: (typeof SCREENS)[number]): Promise<Weight> {
  const context = await browser.newContext(PHONE);
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

function reportOf(weights: readonly Weight[]) {
  const of = (name: string): Weight => {
    const found = weights.find((weight) => weight.name === name);
    if (!found) throw new Error(`${name} was not weighed`);
    return found;
  };
  const home = of('home');
  const listing = of('listing');
  const critical = ({ bodies }: Weight): number => (bodies.html + bodies.css) / KB;
  return {
    title: 'What a phone downloads for a first look (412 × 823, nothing cached)',
    goals: [
      atMost('JavaScript on home, brotli', home.bodies.script / KB, 115, 'kB'),
      atMost('HTML and CSS on home, compressed', critical(home), 14, 'kB'),
      atMost('HTML and CSS on a listing, compressed', critical(listing), 14, 'kB'),
      atMost('requests of a cold home', home.requests, 20),
      atMost('bytes of a cold home', sum(home.bytes) / KB, 230, 'kB'),
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
          goal: 115,
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
      'Counted by Chromium (CDP Network events) until nothing has come for 0.7 s; the live connection, which stays open, is left out.',
      'kB are 1,000 bytes. The embedded database with the demo catalogue; no scrolling.',
    ],
  };
}
