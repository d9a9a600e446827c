/**
 * The fonts in which layout is tried: every phone and computer has another one. test/fonts/fonts.conf has the files.
 */
import type { Page } from '@playwright/test';

/** The tests' own, one that is a fifth wider, and one with tall letters in both scripts. */
export const FONTS = ['Roboto', 'DejaVu Sans', 'Baloo Da 2'] as const;

type Font = (typeof FONTS)[number];

/** Draws the page in a font, and also when it is loaded again. */
export async function useFont(page: Page, font: Font): Promise<void> {
  await page.evaluate(drawIn, font);
  // The page's own scripts adopt their sheets before.
  await page.addInitScript((family) => {
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`* { font-family: '${family}', 'Noto Sans Bengali' !important; }`);
      document.adoptedStyleSheets.push(sheet);
    });
  }, font);
}

/** Checks the page that is open in each font. */
export async function inEachFont(page: Page, check: (font: Font) => Promise<void>): Promise<void> {
  for (const font of FONTS) {
    await page.evaluate(drawIn, font);
    await check(font);
  }
}

/** Runs in the page. */
function drawIn(font: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { font-family: '${font}', 'Noto Sans Bengali' !important; }`);
  document.adoptedStyleSheets.push(sheet);
  // At once, and not with the next frame: what the browser says of its fonts is of the last layout.
  document.body.getBoundingClientRect();
}
