/**
 * Whether acknowledged orders survive a change of the database's server, and how long the shop is away: the primary is
 * killed and its synchronous standby takes over; and the same behind PgBouncer when its connections break.
 */
import { type OutageResult, orderThrough } from '../test/support/failover-round.ts';
import { importProducts, PRODUCTS } from '../test/support/operator-client.ts';
import { onServer } from '../test/support/postgres-server.ts';
import { createShopFixture, type ShopFixture } from '../test/support/shop-fixture.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { atMost, type Bench, quantile, rounded } from './report.ts';

const ROUNDS = 10;

/** What fails, in each round on a server of its own. */
const FAILURES: Readonly<Record<string, () => Promise<OutageResult>>> = {
  'primary killed, standby promoted': () =>
    withFixture({ standby: true }, async (fixture) => {
      const shop = await fixture.openWithProducts();
      return orderThrough(shop.url, fixture.failOver);
    }),
  'PgBouncer: server connections killed': () =>
    throughPgBouncer(({ databaseUrl }) => async () => {
      await onServer(
        databaseUrl,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sodai'",
      );
    }),
  'PgBouncer: restarted': () => throughPgBouncer((_, bouncer) => () => bouncer.restart()),
};

export const bench: Bench = {
  name: 'failover',
  about: `${ROUNDS} times a PostgreSQL server that fails under load, its standby, PgBouncer`,
  async run(show) {
    const results: { failure: string; rounds: OutageResult[] }[] = [];
    const total = ROUNDS * Object.keys(FAILURES).length;
    for (const [failure, round] of Object.entries(FAILURES)) {
      const rounds: OutageResult[] = [];
      for (let number = 1; number <= ROUNDS; number += 1) {
        show(failure, results.length * ROUNDS + number, total);
        rounds.push(await round());
      }
      results.push({ failure, rounds });
    }
    const sum = (rounds: readonly OutageResult[], figure: 'acknowledged' | 'refused' | 'found'): number =>
      rounds.reduce((all, round) => all + round[figure], 0);
    const faults = (rounds: readonly OutageResult[]): number => rounds.flatMap((round) => round.faults).length;
    const backMs = (rounds: readonly OutageResult[]): number[] => rounds.map((round) => round.backMs);
    return {
      title: `A database server that fails under load, ${ROUNDS} rounds each`,
      goals: results.map(({ failure, rounds }) =>
        atMost(`${failure}: orders lost or doubled, and answers other than 503`, faults(rounds), 0),
      ),
      tables: [
        {
          title: 'Eight customers order all the time; an order that is answered with 503 is sent again under its key',
          columns: [
            'what fails',
            'acknowledged',
            'answers 503',
            'made without an answer',
            'faults',
            'back p50, ms',
            'longest, ms',
          ],
          rows: results.map(({ failure, rounds }) => [
            failure,
            sum(rounds, 'acknowledged'),
            sum(rounds, 'refused'),
            sum(rounds, 'found'),
            faults(rounds),
            rounded(quantile(backMs(rounds), 0.5)),
            rounded(Math.max(...backMs(rounds))),
          ]),
        },
      ],
      notes: [
        '"Back" is the time from the kill to the first order that is made after it; promoting the standby is in it, deciding to is not.',
        'At the end of each round a product is changed, and an open page hears of it.',
      ],
      plot: {
        panels: [
          {
            title: 'From the failure to the next order, longest',
            unit: 'ms',
            bars: results.map(({ failure, rounds }) => ({ label: failure, value: Math.max(...backMs(rounds)) })),
          },
        ],
      },
    };
  },
};

async function withFixture<T>(options: { standby?: boolean }, work: (fixture: ShopFixture) => Promise<T>): Promise<T> {
  const fixture = await createShopFixture({ server: 'durable', ...options });
  try {
    return await work(fixture);
  } finally {
    await fixture.close();
  }
}

type Bouncer = Awaited<ReturnType<typeof startPgBouncer>>;

function throughPgBouncer(
  failure: (fixture: ShopFixture, bouncer: Bouncer) => () => Promise<void>,
): Promise<OutageResult> {
  return withFixture({}, async (fixture) => {
    const bouncer = await startPgBouncer(fixture.databaseUrl);
    try {
      const shop = await fixture.open({ env: { DATABASE_URL: bouncer.url } });
      await importProducts(shop.url, PRODUCTS);
      return await orderThrough(shop.url, failure(fixture, bouncer));
    } finally {
      await bouncer.stop();
    }
  });
}
