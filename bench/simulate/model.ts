/**
 * What must hold, as plainly as it can be said: what each request is answered, and what the shop is afterwards. It
 * knows nothing of transactions, locks and queues. Amounts are in Tk; prices are whole, and nothing is discounted.
 */
import type { ChangeName, OrderChange } from '../../domain/orders/changes.ts';
import type { How } from '../../domain/orders/ledger.ts';
import type { OrderStatus } from '../../domain/orders/order.ts';
import type { OrderStage } from '../../domain/orders/stages.ts';

export interface Item {
  id: string;
  quantity: number;
  /** In kg, of all its pieces. */
  weighed?: number;
}

/** Whoever orders without an account. */
export const GUEST = 'g4';

/** A delivery time. */
export interface Slot {
  day: string;
  from: string;
}

export type Request =
  | { op: 'place'; customer: string; key: string; items: Item[]; expected: number; slot?: Slot }
  | { op: 'phone'; key: string; items: Item[]; slot?: Slot }
  | { op: 'settle'; customer: string; key: string }
  | { op: 'cancel'; customer: string; order: string }
  | { op: 'change'; order: string; asked: OrderChange; key?: string; rider?: string; revision?: number }
  /** `who`: a customer, or null for whoever orders on the phone. */
  | { op: 'dues'; who: string | null; asked: Extract<OrderChange, { change: 'collect' | 'write-off' }>; key?: string }
  | { op: 'limit'; who: string | null; limit: number | null }
  | { op: 'hand over'; day: string; rider: string | null; amount: number; handovers: number }
  | { op: 'price'; product: string; price: number }
  | { op: 'stock'; product: string; move: 'count' | 'goods-in'; pieces: number; seen?: number; key: string }
  | { op: 'available'; product: string; available: boolean }
  | { op: 'import'; prices: Record<string, number>; replace: boolean }
  | { op: 'fee'; fee: number }
  | { op: 'block' | 'unblock' | 'leave' | 'purge'; customer: string };

export interface Position {
  status: OrderStatus;
  stage: OrderStage;
  rider: string | null;
  reason: string | null;
  /** It came back from the door: what it held is in stock. */
  returned: boolean;
}

interface Change {
  change: ChangeName;
  /** In ms since 1970. */
  at: number;
  byOwner: boolean;
  was: Position;
  undone: boolean;
}

export type MailKind = 'placed' | 'delivered' | 'canceled' | 'set-back';

export interface MoneyEntry {
  day: string;
  rider: string | null;
  kind: 'due' | 'collected' | 'back' | 'written off';
  amount: number;
  how: How;
  /** The cash of its row was handed over since. */
  closed?: boolean;
}

/** By the key of the attempt that made it. */
export interface ModelOrder extends Position {
  /** As the shop calls it. */
  id: string;
  /** The address of its page, where that is a link. */
  link: string;
  /** Null: it was taken on the phone. */
  customer: string | null;
  items: Item[];
  /** What it has taken from the stock. */
  held: Record<string, number>;
  /** Of all that it ever had. */
  prices: Record<string, number>;
  /** The lines that edits have taken away, as they were. */
  once: Record<string, Item>;
  slot: Slot;
  shipping: number;
  total: number;
  street: string;
  day: string;
  changes: Change[];
  /** Those that the log of operators' changes has. */
  audited: number;
  money: MoneyEntry[];
  /** Whether somebody has said what was collected, since the delivery. */
  noted: boolean;
  /** What it brought to collect. */
  delivery: MoneyEntry | null;
  /** Causes of mails; `surely`: nothing has taken one back. */
  mails: { kind: MailKind; surely: boolean }[];
  edits: number;
}

export interface Model {
  orders: Record<string, ModelOrder>;
  voids: string[];
  doneKeys: string[];
  products: Record<string, { price: number; available: boolean }>;
  /** Of what is counted. */
  stock: Record<string, number>;
  customers: Record<string, { blocked: boolean; leaving: boolean; purged: boolean }>;
  fee: number;
  /** By the customers who have one, and '' for whoever orders on the phone. */
  limits: Record<string, number>;
  handovers: { day: string; rider: string | null; amount: number }[];
}

export const STREET = '12 Lake Road';

/** How many orders each delivery time takes, which closes at the midnight before its day. */
export const PLACES: Readonly<Record<string, number>> = { '10:00': 2, '17:00': 3 };

/** The delivery times of so many days, the next first. */
export function slotsFrom(at: number, days: number): Slot[] {
  const next = Array.from({ length: days }, (_, count) => dayOf(at + (count + 1) * 86_400_000));
  return next.flatMap((day) => Object.keys(PLACES).map((from) => ({ day, from })));
}

export function isFull(model: Model, { day, from }: Slot): boolean {
  const taken = Object.values(model.orders).filter(
    ({ slot, status }) => slot.day === day && slot.from === from && status !== 'canceled',
  );
  return taken.length >= (PLACES[from] ?? 0);
}

/** What is sold by weight: a piece is one kilogram. */
export const WEIGHED: ReadonlySet<string> = new Set(['rui', 'dal']);

export const dayOf = (ms: number): string => new Date(ms + 6 * 3_600_000).toISOString().slice(0, 10);

export function totalOf(model: Model, items: readonly Item[], fee: number): number {
  return exact(subTotal(items, (id) => model.products[id]?.price ?? 0) + fee);
}

/** How often it has changed, by an operator, by its customer, or with the customer's deletion. */
export function revisionOf({ customers }: Model, { customer, changes }: ModelOrder): number {
  return changes.length + (customer !== null && customers[customer]?.purged ? 1 : 0);
}

/** The price of what was weighed is rounded half up to a tenth of a Tk. */
export function subTotal(items: readonly Item[], priceOf: (id: string) => number): number {
  const tenths = items.map(({ id, quantity, weighed }) =>
    weighed === undefined
      ? priceOf(id) * quantity * 10
      : Math.floor((priceOf(id) * Math.round(weighed * 1000) + 50) / 100),
  );
  return tenths.reduce((sum, cost) => sum + cost, 0) / 10;
}

/** A sum of amounts, which are whole tenths of a Tk. Never -0, which those of weights can come to. */
export const exact = (sum: number): number => Math.round(sum * 10) / 10 + 0;

export const poishaOf = (amount: number): number => Math.round(amount * 100);

export const sumOf = ({ money }: ModelOrder, kind: MoneyEntry['kind']): number =>
  exact(money.reduce((sum, entry) => sum + (entry.kind === kind ? entry.amount : 0), 0));

export const owedOf = (order: ModelOrder): number =>
  exact(sumOf(order, 'due') - sumOf(order, 'collected') - sumOf(order, 'written off') + sumOf(order, 'back'));

/** The orders of somebody that owe, the oldest first. Of a purged customer nobody knows the phone. */
export function owing(model: Model, who: string | null): ModelOrder[] {
  if (who !== null && model.customers[who]?.purged) return [];
  const own = Object.values(model.orders).filter(({ customer }) => customer === who);
  return own.filter((order) => order.status === 'delivered' && owedOf(order) > 0);
}

/** An answer, and whether it says that this was so already. */
export interface Expected {
  kind: string;
  repeated?: boolean;
}

export interface Circumstances {
  /** In ms since 1970. */
  at: number;
  /** Of delivery, as the process knows it that is asked. */
  fee: number;
}
