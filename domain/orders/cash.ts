/** What was delivered, collected and handed over on a day. In Tk. */
import { CSV_MARK, cellOf, csvRecord } from '../../base/csv.ts';
import { HOWS } from './ledger.ts';

const { cash: _, ...NO_CASH } = HOWS;

/** The sums and what they are called. */
export const CASH_LABELS = {
  /** That were delivered. */
  orders: 'Orders',
  toCollect: 'To collect',
  collected: 'Collected',
  /** Of it what was no cash, less what was given back so. */
  ...NO_CASH,
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
const RARE = ['oldDebts', 'surplus', 'shortage', 'givenBack'];
/** Those that are shown only when there is something. */
export const RARE_SUMS: readonly string[] = [...Object.keys(NO_CASH), ...RARE];

export interface CashRow extends CashSums {
  /** An id; null: the shop's till. */
  rider: string | null;
  name: string;
  /** What cash is still to come: what was noted as collected, and what is due where nobody has noted it. At least 0. */
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

/** Those of a table: without the kinds of money in which nothing has moved. */
export function columnsOf(rows: readonly CashSums[]): (keyof CashSums)[] {
  return CASH_SUMS.filter((sum) => !(sum in NO_CASH) || rows.some((row) => row[sum] !== 0));
}

export function cashCsv({ day, rows, total }: CashDay): string {
  const columns = columnsOf(rows);
  const record = (name: string, sums: CashSums): string =>
    csvRecord([day, cellOf(name), ...columns.map((sum) => (sum === 'orders' ? sums.orders : sums[sum].toFixed(2)))]);
  const head = csvRecord(['Day', 'Rider', ...columns.map((sum) => CASH_LABELS[sum])]);
  return CSV_MARK + head + rows.map((row) => record(row.name, row)).join('') + record('Total', total);
}
