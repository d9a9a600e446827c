/** What moves on a page without being asked to. */
import { expect, type Page } from '@playwright/test';

interface Shift {
  value: number;
  /** What moved, and by how many px. */
  moved: string[];
}

/** What Chromium reports. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** On each document that is opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      for (const { value, sources, startTime } of list.getEntries() as LayoutShift[]) {
        // While a document arrives, its rows grow.
        if (startTime < (document?.domInteractive || Infinity)) continue;
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.textContent?.slice(0, 30)}: ${previousRect.top} → ${currentRect.top}`,
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function expectNoShift(page: Page, where: string): Promise<void> {
  const shifts = await page.evaluate(async () => {
    // What the last frames moved is reported with the next ones.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (window as unknown as { shifts: Shift[] }).shifts;
  });
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, `${where} ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
}
