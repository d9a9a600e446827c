/** What was delivered, collected and handed over on a day. In Tk. */
import { CSV_MARK, cellOf, csvRecord } from '../../base/csv.ts';

/** The sums and what they are called. */
export const CASH_LABELS = {
  /** That were delivered. */
  orders: 'Orders',
  toCollect: 'To collect',
  collected: 'Collected',
  /** Collected less to collect: old debts and surplus less shortage. */
  difference: 'Difference',
  /** Collected for what was delivered another day, or by somebody else. */
  oldDebts: 'Old debts',
  /** Of orders that brought more than they were to bring. */
  surplus: 'Surplus',
  /** Of orders that brought less. */
  shortage: 'Shortage',
  givenBack: 'Given back',
  handedOver: 'Handed over',
  /** Handed over less what there was to hand over. */
  handedOverDifference: 'Handed over, difference',
} as const;
export type CashSums = Record<keyof typeof CASH_LABELS, number>;
export const CASH_SUMS = Object.keys(CASH_LABELS) as (keyof CashSums)[];
/** Those that are shown only when there is something. */
export const RARE_SUMS: readonly (keyof CashSums)[] = ['oldDebts', 'surplus', 'shortage', 'givenBack'];

export interface CashRow extends CashSums {
  /** An id; null: the shop's till. */
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
  /** By the riders' names, last the till. */
  rows: CashRow[];
  total: CashSums;
}

/** What no rider has taken or given. */
export const SHOP_TILL = 'Shop till';

export function cashCsv({ day, rows, total }: CashDay): string {
  const record = (name: string, sums: CashSums): string =>
    csvRecord([day, cellOf(name), ...CASH_SUMS.map((sum) => (sum === 'orders' ? sums.orders : sums[sum].toFixed(2)))]);
  const head = csvRecord(['Day', 'Rider', ...CASH_SUMS.map((sum) => CASH_LABELS[sum])]);
  return CSV_MARK + head + rows.map((row) => record(row.name, row)).join('') + record('Total', total);
}
