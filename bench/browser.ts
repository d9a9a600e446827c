/** The browser for measuring pages: the system's Chromium, as in the tests. */
import { type Browser, chromium } from 'playwright';
import { ensureWindowedBrowser } from '../test/support/programs.ts';

/** Switches off everything that is not the page's: updates, field trials, background requests. */
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
  const browser = await chromium.launch({ executablePath: ensureWindowedBrowser(), args: QUIET_FLAGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
