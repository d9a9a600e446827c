import type { Page } from '@playwright/test';
import { FONTS, inEachFont, useFont } from './fonts.ts';
import { DESKTOP, expect, open, test, waitForHydration } from './shop.ts';

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
  expect(await drawnIn(page, 'footer p')).toBe('Roboto-Regular');
  expect(await drawnIn(page, 'main [lang=bn]')).toContain('NotoSansBengali-Regular');
  const files: Record<(typeof FONTS)[number], string> = {
    Roboto: 'Roboto-Regular',
    'DejaVu Sans': 'DejaVuSans',
    'Baloo Da 2': 'BalooDa2-Regular',
  };
  await inEachFont(page, async (font) => expect(await drawnIn(page, 'footer p')).toBe(files[font]));
});

// In the tests’ own font browse.spec.ts does it.
test('a reload and Back keep what was at the top, in a wide font', async ({ page }) => {
  const fish = page.getByRole('region', { name: 'Fish', exact: true });
  // Of a row's height a part of a pixel may be rounded.
  const expectPlace = (): Promise<void> =>
    expect.poll(async () => Math.abs(((await fish.boundingBox())?.y ?? 0) - 150)).toBeLessThanOrEqual(1);
  await open(page, '/groceries');
  await useFont(page, 'DejaVu Sans');
  // Sideways too, so that a row is as high as its tallest card.
  await page.getByRole('region', { name: 'Vegetables' }).getByRole('article').last().scrollIntoViewIfNeeded();
  await fish.evaluate((region) => scrollBy(0, region.getBoundingClientRect().top - 150));
  await expectPlace();
  await page.reload();
  await waitForHydration(page);
  await expectPlace();
  await fish.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expectPlace();
});

/** What is wrong with the layout of the page that is open. `first`: it begins with products. Runs in the page. */
function layoutFaults(first: boolean): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const scrolls = (element: Element): boolean => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const shown = (selector: string): { element: HTMLElement; box: DOMRect; says: string }[] =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [hidden]'))
      .map((element) => ({
        element,
        box: element.getBoundingClientRect(),
        says: (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 30),
      }))
      .filter(({ box }) => box.width > 1 && box.bottom > 0);
  const tops = shown('header :is(#menu-button, a[href$=cart])').map(({ box }) => Math.round(box.top));
  const [card] = shown('main article');
  return [
    ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : []),
    ...shown('main *, header *, footer *')
      .filter(({ element, box }) => (box.right > clientWidth + 0.5 || box.left < -0.5) && !scrolls(element))
      .map(({ says }) => `beyond the edge: ${says}`),
    ...shown('a[href], button:enabled, input:not([type=hidden]), select')
      .filter(({ element, box }) => (box.width < 43.5 || box.height < 43.5) && !element.closest('label'))
      .map(({ says, box }) => `small: ${says}, ${Math.round(box.width)} × ${Math.round(box.height)}`),
    ...shown('main :is(h1, h2, h3, p, a, button, dd, dt, label)')
      // A card's name has two lines at most; the product's page has it whole.
      .filter(({ element }) => getComputedStyle(element).webkitLineClamp === 'none')
      .filter(({ element }) => getComputedStyle(element).overflow !== 'visible')
      .filter(({ element }) => {
        // Letters of some fonts are taller than their line; that is not another line.
        const line = Number.parseFloat(getComputedStyle(element).lineHeight);
        return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + line / 2;
      })
      .map(({ says }) => `cut: ${says}`),
    ...shown('main .panel')
      .filter(({ element }) => element.scrollWidth > element.clientWidth)
      .map(({ says }) => `too narrow: ${says}`),
    ...(new Set(tops).size > 1 ? [`the header has more than one row: ${tops.join()}`] : []),
    ...(first && card && card.box.top > 236
      ? [`the first product is ${Math.round(card.box.top)} px from the top`]
      : []),
  ];
}

const BEGIN_WITH_PRODUCTS: ReadonlySet<string> = new Set(['/', '/bn', '/groceries/raw-products/fish']);
const PATHS = [
  '/',
  '/groceries',
  '/groceries/raw-products/fish',
  '/groceries/offers',
  '/product/ilish-hilsa',
  '/groceries/search-results?searchText=rice&searchCategory=raw-products',
  '/user/login?next=/cart',
  '/user/register',
  '/nowhere',
];

test('every public page is whole in any font, with large text, and on a narrow phone as on a wide screen', async ({
  page,
}) => {
  const expectWhole = async (how: string, first = false): Promise<void> =>
    expect(await page.evaluate(layoutFaults, first), `${page.url()} ${how}`).toEqual([]);
  const setStyle = (name: 'fontSize' | 'letterSpacing', value: string): Promise<void> =>
    page.evaluate(([key, to]) => void (document.documentElement.style[key] = to), [name, value] as const);

  for (const path of PATHS.flatMap((one) => [one, `/bn${one}`.replace(/\/$/, '')])) {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, path);
    await inEachFont(page, (font) => expectWhole(`in ${font}`, BEGIN_WITH_PRODUCTS.has(path)));
    if (path.startsWith('/bn')) continue;
    await page.setViewportSize({ width: 320, height: 640 });
    await setStyle('fontSize', '130%');
    await expectWhole('with large text');
    await setStyle('fontSize', '');
    await page.setViewportSize(DESKTOP.viewport);
    // Letters that take hardly any room: links and controls are a fingertip wide nevertheless.
    await setStyle('letterSpacing', '-0.3em');
    await expectWhole('with narrow letters, on a wide screen');
  }
});
