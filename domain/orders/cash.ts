/** What riders have collected on a day of delivery, and handed over. In Tk. */
import { CSV_MARK, cellOf, csvRecord } from '../../base/csv.ts';

/** The sums and what they are called. */
export const CASH_LABELS = {
  /** That were delivered. */
  orders: 'Orders',
  toCollect: 'To collect',
  collected: 'Collected',
  /** Collected less to collect: below 0 while something is missing. */
  difference: 'Difference',
  givenBack: 'Given back',
  handedOver: 'Handed over',
  /** Handed over less to collect. */
  handedOverDifference: 'Handed over, difference',
} as const;
export type CashSums = Record<keyof typeof CASH_LABELS, number>;
export const CASH_SUMS = Object.keys(CASH_LABELS) as (keyof CashSums)[];

export interface CashRow extends CashSums {
  /** An id; null: nobody's. */
  rider: string | null;
  name: string;
  /** What is still to come: what was noted as collected, and what is due where nobody has noted it. At least 0. */
  toHandOver: number;
  /** How often something was handed over: whoever hands over says how often it was by then. */
  handovers: number;
  lastHandover: { at: Date; by: string } | null;
}

export interface CashDay {
  day: string;
  /** By the riders' names, last what no rider has brought. */
  rows: CashRow[];
  total: CashSums;
}

export const NO_RIDER = 'No rider';

export function cashCsv({ day, rows, total }: CashDay): string {
  const record = (name: string, sums: CashSums): string =>
    csvRecord([day, cellOf(name), ...CASH_SUMS.map((sum) => (sum === 'orders' ? sums.orders : sums[sum].toFixed(2)))]);
  const head = csvRecord(['Day', 'Rider', ...CASH_SUMS.map((sum) => CASH_LABELS[sum])]);
  return CSV_MARK + head + rows.map((row) => record(row.name, row)).join('') + record('Total', total);
}
