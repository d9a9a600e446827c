import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { allPages } from '../../test/support/all-pages.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { audit, createAuditLog } from './audit.ts';
import type { Database } from './connect.ts';

const PEOPLE = ['operator', 'shop', 'nusrat@example.com', 'Karim@example.com'];
const ACTIONS = ['orders.delivered', 'orders.canceled', 'products.import', 'accounts.purge'];

/** Two entries at each of these times: just before and after midnight in Dhaka, out of order. */
const TIMES = Array.from(
  { length: 60 },
  (_, at) => new Date(Date.UTC(2026, 10, 1 + ((at * 7) % 15), 17, 59 + (at % 2))),
);

describeWithDatabase('the log of changes', ({ open }) => {
  let database: Database;
  let log: ReturnType<typeof createAuditLog>;
  const all = TIMES.flatMap((time, at) =>
    [0, 1].map((second) => ({
      at: time,
      actor: PEOPLE[(at + second) % PEOPLE.length] ?? '',
      action: ACTIONS[at % ACTIONS.length] ?? '',
      subject: `s${at % 9}`,
      details: { number: 2 * at + second },
    })),
  );

  beforeAll(async () => {
    database = await open();
    log = createAuditLog(database);
    const rows = all.map(({ details, ...entry }) => Object.assign({ details: JSON.stringify(details) }, entry));
    await database.kysely.insertInto('audit').values(rows).execute();
  });

  const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const days = maybe(['2026-11-01', '2026-11-05', '2026-11-06', '2026-11-16', '2027-01-01', 'yesterday', '2026-13-45']);

  test('has what a plain filter has, page by page', async () => {
    const valid = (day: string | undefined): day is string => day !== undefined && !Number.isNaN(Date.parse(day));
    await fc.assert(
      fc.asyncProperty(
        maybe([...PEOPLE, 'nobody']),
        maybe(['orders', 'products', 'accounts', 'order']),
        days,
        days,
        async (who, what, from, to) => {
          const expected = all
            .map((entry, order) => ({ entry, order }))
            .filter(({ entry }) => !who || entry.actor === who)
            .filter(({ entry }) => !what || entry.action.startsWith(`${what}.`))
            .filter(({ entry }) => !valid(from) || dayInDhaka(entry.at) >= from)
            .filter(({ entry }) => !valid(to) || dayInDhaka(entry.at) <= to)
            .toSorted((a, b) => b.entry.at.getTime() - a.entry.at.getTime() || b.order - a.order)
            .map(({ entry }) => entry);
          const pages = await allPages((after) => log.list({ who, what, from, to, after, limit: 25 }));
          const listed = pages.flatMap(({ entries }) => entries);
          expect(listed).toMatchObject(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('takes any text for a day', async () => {
    for (const day of ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-31', '2026-99-99', 'x']) {
      expect(await log.list({ from: day, to: day })).toHaveProperty('entries');
    }
  });

  test('knows everybody who is in it', async () => {
    expect((await log.people()).toSorted()).toEqual(PEOPLE.toSorted());
  });

  test('has new changes first', async () => {
    await audit(database.kysely, { actor: 'nusrat@example.com', action: 'orders.delivered', subject: 's1' });
    const [newest] = (await log.list()).entries;
    expect(newest).toMatchObject({ actor: 'nusrat@example.com', action: 'orders.delivered', details: {} });
    for (const unknown of ['nothing', '999999999999', '']) {
      expect((await log.list({ after: unknown, limit: 1 })).entries).toEqual([newest]);
    }
  });
});
