/** The browser that pages are measured in: the system's Chromium, as the tests use it. */
import { type Browser, chromium } from 'playwright';
import { ensureBrowser } from '../test/support/browser.ts';

/** Nothing that is not the page's own: no updates, no field trials, no background requests. */
export const QUIET_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: QUIET_FLAGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
