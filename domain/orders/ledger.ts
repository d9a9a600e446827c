/**
 * In which row of which day an order's money stands (product §13). Money belongs to the day on which it moves; what was
 * handed over never changes.
 */

export type MoneyKind = 'to collect' | 'collected' | 'given back' | 'written off';
/** The sums of an order's entries, in poisha. */
export type OrderMoney = Record<MoneyKind, number>;
export const NO_MONEY: OrderMoney = { 'to collect': 0, collected: 0, 'given back': 0, 'written off': 0 };

/** How money moves, and what that is called. Only cash is handed over. */
export const HOWS = { cash: 'Cash', bkash: 'bKash', nagad: 'Nagad', bank: 'Bank' } as const;
export type How = keyof typeof HOWS;
export const HOW_NAMES = Object.keys(HOWS) as How[];

/** What kind of money it was, and a number of the payment as it was typed, perhaps empty. */
export interface Moved {
  how: How;
  reference: string;
}
export const IN_CASH: Moved = { how: 'cash', reference: '' };

/** A row of the books. */
export interface BookRow {
  /** 'YYYY-MM-DD' */
  day: string;
  /** An id; null: the shop's till. */
  rider: string | null;
}

/** Entries are only added. */
export interface MoneyEntry extends BookRow, Moved {
  kind: MoneyKind;
  /** In poisha. A negative one takes back. */
  amount: number;
}

export interface StoredEntry extends MoneyEntry {
  /** Since then the cash of its row was. */
  handedOver: boolean;
}

export function moneyOf(entries: readonly MoneyEntry[]): OrderMoney {
  const money = { ...NO_MONEY };
  for (const { kind, amount } of entries) money[kind] += amount;
  return money;
}

/** Of what was no cash, or has a number: ' by bKash, 8N7A6B5C'. */
export function movedWords({ how = 'cash', reference = '' }: Partial<Moved>): string {
  return `${how === 'cash' ? '' : ` by ${HOWS[how]}`}${reference && `, ${reference}`}`;
}

/** What is still to be paid. The same is in server/db/functions/who_owes.sql. */
export function owedOf(money: OrderMoney): number {
  return money['to collect'] - money.collected - money['written off'] + money['given back'];
}

/** Those of the delivery that counts, itself first: what came before was taken back. */
function current(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  return entries.slice(entries.findLastIndex(({ kind, amount }) => kind === 'to collect' && amount > 0));
}

/**
 * Where cash goes that comes after the delivery: to the rider who says so; to whoever has delivered today, as long as
 * that was not handed over; else to the till.
 */
export function rowOfCollected(entries: readonly StoredEntry[], today: string, rider?: string): BookRow {
  if (rider !== undefined) return { day: today, rider };
  const [delivery] = current(entries);
  const isOpen = delivery && delivery.day === today && !delivery.handedOver;
  return { day: today, rider: isOpen ? delivery.rider : null };
}

/** Makes all sums 0: in their own rows, but for what was handed over, which today's till takes back. */
export function takenBack(entries: readonly StoredEntry[], today: string): MoneyEntry[] {
  const sums = new Map<string, MoneyEntry>();
  for (const { day, rider, kind, amount, how, reference, handedOver } of current(entries)) {
    const row: BookRow = handedOver ? { day: today, rider: null } : { day, rider };
    const key = JSON.stringify([row.day, row.rider, kind, how, reference]);
    const before = sums.get(key)?.amount ?? 0;
    sums.set(key, { day: row.day, rider: row.rider, kind, amount: before - amount, how, reference });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}
