/** Sums that are kept, not counted: as quick with a million orders as with a few. What is not in them yet is added before they are read. */
import { dayInDhaka } from '../../shared/dates.ts';
import type { FigureDays, FiguresOverview } from '../../domain/orders/figures.ts';
import type { StatusCounts } from '../../domain/orders/order.ts';
import type { Database } from '../db/connect.ts';
import { followChanges } from '../orders/changes.ts';
import { readOverview, readStatusCounts } from './overview.ts';

export type Figures = ReturnType<typeof createFigures>;

export function createFigures({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async statusCounts(): Promise<StatusCounts> {
      await followChanges(kysely);
      return readStatusCounts(kysely);
    },
    /** The period of so many days until `today`, 'YYYY-MM-DD' in Dhaka, and the one before it. */
    async overview(days: FigureDays, today = dayInDhaka(new Date())): Promise<FiguresOverview> {
      await followChanges(kysely);
      return readOverview(kysely, days, today);
    },
  };
}
