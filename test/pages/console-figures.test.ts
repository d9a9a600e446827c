import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest } from '../support/operator-client.ts';
import { placeNewOrder } from '../support/placed-order.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

test.each([7, 30])(
  'the last %i days have their orders in the tiles, the picture, the table and the CSV',
  async (days) => {
    const owner = await door.operator();
    /**
     * Sums over the days: kept and canceled orders as drawn, all as in the table; all, canceled ones and takings as in
     * the file.
     */
    const sums = async () => {
      const page = await owner.open(`/operator/figures?days=${days}`);
      expect(page.part('navigation', 'Period').getByRole('link', { current: 'page' }).textContent).toBe(`${days} days`);
      const table = page.part('region', 'Orders by day');
      const rows = [...page.document.querySelectorAll('section:has(a[download]) tbody tr')];
      expect(rows).toHaveLength(days);
      const titles = [...table.getByRole('img').querySelectorAll('title')].map(({ textContent }) => textContent ?? '');
      const csv = await owner.fetch(table.getByText('CSV').getAttribute('href') ?? '');
      expect(csv.headers.get('Content-Disposition')).toMatch(/attachment; filename="figures-.*\.csv"/);
      const lines = (await csv.text()).trim().split('\r\n').slice(1);
      expect(lines).toHaveLength(days);
      const sum = (texts: readonly (string | null | undefined)[]) => texts.reduce((all, text) => all + Number(text), 0);
      return {
        tile: Number(page.screen.getAllByRole('definition')[0]?.firstChild?.textContent),
        drawn: sum(titles.map((title) => /Kept: (\d+)/.exec(title)?.[1])),
        ofTable: sum(rows.map(({ children }) => children[1]?.textContent)),
        file: [1, 2, 3].map((column) => sum(lines.map((line) => line.split(',')[column]))),
      };
    };
    const before = await sums();
    const [{ total }, { id }] = [await placeNewOrder(door.url), await placeNewOrder(door.url)];
    const headers = { 'Content-Type': 'application/json' };
    const cancel = { method: 'POST', headers, body: JSON.stringify({ reason: 'out-of-stock' }) };
    const answer = await operatorRequest(door.url, `/orders/${id}/cancel`, cancel);
    expect(answer.status, await answer.text()).toBe(200);
    const after = await sums();
    expect(after).toMatchObject({ tile: before.tile + 2, drawn: before.drawn + 1, ofTable: before.ofTable + 2 });
    const [ordered = 0, canceled = 0, taken = 0] = after.file.map((sum, at) => sum - (before.file[at] ?? 0));
    expect([ordered, canceled]).toEqual([2, 1]);
    expect(taken).toBeCloseTo(Number(total), 1);
  },
);
