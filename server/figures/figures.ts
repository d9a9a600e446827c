/** Sums that are kept, not counted: as quick with a million orders as with a few. What is not in them yet is added before they are read. */
import type { Logger } from 'pino';
import { dayInDhaka } from '../../domain/dates.ts';
import type { FigureDays, FiguresOverview } from '../../domain/figures.ts';
import type { StatusCounts } from '../../domain/order.ts';
import type { Database } from '../db/connect.ts';
import { foldQueue } from './fold.ts';
import { readOverview, readStatusCounts } from './overview.ts';

export interface Figures {
  statusCounts(): Promise<StatusCounts>;
  /** The period of so many days until `today`, 'YYYY-MM-DD' in Dhaka, and the one before it. */
  overview(days: FigureDays, today?: string): Promise<FiguresOverview>;
  /** Stops folding in the background. Call it before the database is closed. */
  close(): Promise<void>;
}

/** How often the queue is folded when nobody reads the figures, in ms. */
const FOLD_MS = 60_000;

/** Starts folding in the background. */
export function createFigures({ kysely }: Pick<Database, 'kysely'>, log: Pick<Logger, 'warn'>): Figures {
  let folding: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    folding = foldQueue(kysely).catch((error: unknown) => log.warn({ err: error }, 'the figures could not be summed'));
  }, FOLD_MS);
  timer.unref();

  return {
    async statusCounts() {
      await foldQueue(kysely);
      return readStatusCounts(kysely);
    },
    async overview(days, today = dayInDhaka(new Date())) {
      await foldQueue(kysely);
      return readOverview(kysely, days, today);
    },
    async close() {
      clearInterval(timer);
      await folding;
    },
  };
}
