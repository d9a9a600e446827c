/** Sums that are kept, not counted: as quick with a million orders as with a few. What is not in them yet is added before they are read. */
import { dayInDhaka } from '../../shared/dates.ts';
import type { FigureDays, FiguresOverview } from '../../domain/orders/figures.ts';
import type { StatusCounts } from '../../domain/orders/order.ts';
import type { Database } from '../db/connect.ts';
import { followChanges } from '../orders/changes.ts';
import { readOverview, readStatusCounts } from './overview.ts';

export interface Figures {
  statusCounts(): Promise<StatusCounts>;
  /** The period of so many days until `today`, 'YYYY-MM-DD' in Dhaka, and the one before it. */
  overview(days: FigureDays, today?: string): Promise<FiguresOverview>;
}

export function createFigures({ kysely }: Pick<Database, 'kysely'>): Figures {
  return {
    async statusCounts() {
      await followChanges(kysely);
      return readStatusCounts(kysely);
    },
    async overview(days, today = dayInDhaka(new Date())) {
      await followChanges(kysely);
      return readOverview(kysely, days, today);
    },
  };
}
