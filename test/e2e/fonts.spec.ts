import type { Page } from '@playwright/test';
import { FONTS, inEachFont, useFont } from './fonts.ts';
import { expect, open, test, waitForHydration } from './shop.ts';

/** The fonts in which the browser has drawn an element and what is in it. */
async function drawnIn(page: Page, selector: string): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ postScriptName }) => postScriptName).join();
}

test('the browser draws with the tests’ own fonts', async ({ page }) => {
  await open(page, '/product/ilish-hilsa');
  expect(await drawnIn(page, 'main p')).toBe('Roboto-Regular');
  expect(await drawnIn(page, 'h1 [lang]')).toContain('NotoSansBengali-Medium');
  const files: Record<(typeof FONTS)[number], string> = {
    Roboto: 'Roboto-Regular',
    'DejaVu Sans': 'DejaVuSans',
    'Baloo Da 2': 'BalooDa2-Regular',
  };
  await inEachFont(page, async (font) => expect(await drawnIn(page, 'main p')).toBe(files[font]));
});

for (const font of FONTS)
  test(`a reload and Back keep what was at the top, in ${font}`, async ({ page }) => {
    const fish = page.getByRole('region', { name: 'Fish', exact: true });
    const place = async (): Promise<number> => Math.round((await fish.boundingBox())?.y ?? Number.NaN);
    await open(page, '/groceries');
    await useFont(page, font);
    // Sideways too, so that a row is as high as its tallest card.
    await page.getByRole('region', { name: 'Vegetables' }).getByRole('article').last().scrollIntoViewIfNeeded();
    await fish.evaluate((region) => scrollBy(0, region.getBoundingClientRect().top - 150));
    await expect.poll(place).toBe(150);
    await page.reload();
    await waitForHydration(page);
    await expect.poll(place).toBe(150);
    await fish.getByRole('article').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/product\//);
    await page.goBack();
    await expect.poll(place).toBe(150);
  });
