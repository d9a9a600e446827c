/** What an edit makes of a pending order: its lines, totals and address (product §4). */
import type { FieldFault } from '../outcome.ts';
import { ADDRESS_FIELDS, COUNTRY, divisionOf } from '../accounts/address.ts';
import { fold } from '../typed/text.ts';
import { contactErrors } from '../accounts/contact.ts';
import { type Product, withoutCounts } from '../catalogue/product.ts';
import type { Delivery } from '../shop/areas.ts';
import type { CartItem } from './cart.ts';
import type { OrderChange } from './changes.ts';
import { type PlacedShippingInfo, SHIPPING_FIELDS, type ShippingField, type ShippingInfo } from './checkout-state.ts';
import { type DeliveryFee, type Totals, totalsOf } from './pricing.ts';

export type OrderEdit = Omit<Extract<OrderChange, { change: 'edit' }>, 'change'>;

/** A line as packing leaves it. */
export interface PackedItem {
  id: string;
  quantity: number;
  /** In the unit of its product; for the whole line. */
  weighed?: number | undefined;
  /** The id of what it comes instead of. */
  instead?: string | undefined;
  /** The customer agrees that it is dearer. */
  agreed?: boolean | undefined;
}

/** What packing has made of a line. */
export type PackedLine = Pick<CartItem, 'weight' | 'unit' | 'quantity' | 'weighed' | 'instead'>;

/** A line before and after. A quantity of 0: it is not there. */
export interface LineChange {
  id: string;
  name: string;
  name_bn: string;
  from: number;
  to: number;
  /** When it was weighed, or came instead of another product. */
  packed?: PackedLine;
}

/** What the history of an order has of an edit. */
export interface EditDetails {
  lines: LineChange[];
  /** Tk, before and after. */
  total: [number, number];
  /** What was and what is, of each field that changed. Without it after the account was deleted. */
  shippingInfo?: Partial<Record<ShippingField | 'area', [string, string]>>;
  /** Of delivery, before and after, when it is another, each as `whenOf` has it (delivery.ts). */
  day?: readonly [string | null, string];
}

/**
 * What was ordered keeps its price, what is added has today's. `products` are those of now. Null when one that is added
 * is not there, or not available. A line of another quantity is to be weighed anew.
 */
export function editedLines(
  ordered: readonly CartItem[],
  items: readonly PackedItem[],
  products: ReadonlyMap<string, Product>,
): CartItem[] | null {
  const before = new Map(ordered.map((line) => [line.id, line]));
  const lines: CartItem[] = [];
  for (const { id, quantity, weighed, instead } of items) {
    const known: (Product & Partial<CartItem>) | undefined = before.get(id) ?? products.get(id);
    if (!known?.available) return null;
    const { weighed: was, ...line } = withoutCounts(known);
    const weight = weighed ?? (known.quantity === quantity ? was : undefined);
    const other = instead === undefined ? undefined : before.get(instead);
    lines.push({
      ...line,
      quantity,
      ...(weight !== undefined && { weighed: weight }),
      ...(other && { instead: { id: other.id, name: other.name, name_bn: other.name_bn } }),
    });
  }
  return lines;
}

/** Where nothing is delivered any more, an order that was taken is delivered as it was promised. */
export function feeFor(delivery: Delivery, { shippingCost }: Pick<Totals, 'shippingCost'>): DeliveryFee {
  return 'refused' in delivery ? { fee: shippingCost, freeFrom: null, minimum: null } : delivery.fee;
}

/** A delivery never becomes dearer through an edit, except to another area. */
export function editedTotals(
  before: Pick<Totals, 'shippingCost'>,
  lines: readonly CartItem[],
  { fee, otherArea }: { fee: DeliveryFee; otherArea: boolean },
): Totals {
  const today = totalsOf(lines, fee);
  if (otherArea || today.shippingCost <= before.shippingCost) return today;
  return totalsOf(lines, { ...fee, fee: before.shippingCost, freeFrom: null });
}

export function lineChanges(before: readonly CartItem[], after: readonly CartItem[]): LineChange[] {
  const [old, now] = [before, after].map((lines) => new Map(lines.map((line) => [line.id, line])));
  const added = after.filter(({ id }) => !old?.has(id));
  return [...before, ...added].flatMap(({ id, name, name_bn, weight, unit }) => {
    const [{ quantity: from = 0, weighed: before }, is] = [old?.get(id) ?? {}, now?.get(id)];
    const { quantity: to = 0, weighed, instead } = is ?? {};
    if (from === to && (weighed === undefined || weighed === before)) return [];
    const change: LineChange = { id, name, name_bn, from, to };
    if (weighed !== undefined || instead) change.packed = { weight, unit, quantity: to, weighed, instead };
    return change;
  });
}

export function shippingChanges(
  before: PlacedShippingInfo,
  after: PlacedShippingInfo,
): NonNullable<EditDetails['shippingInfo']> {
  const fields = [...ADDRESS_FIELDS, 'name', 'email', 'phone'] as const;
  const changes = fields.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    // A division that a program has sent is a known one by its name too.
    const isSame = was === is || (field === 'division' && fold(was) === fold(is));
    return isSame ? [] : [[field, [was, is]]];
  });
  const areas = [before.areaName ?? '', after.areaName ?? ''];
  return Object.fromEntries(areas[0] === areas[1] ? changes : [...changes, ['area', areas]]);
}

/** What edits, one after the other, have changed altogether. */
export function mergedEdits(edits: readonly EditDetails[]): EditDetails {
  const lines = new Map<string, LineChange>();
  const shipping = new Map<string, [string, string]>();
  for (const edit of edits) {
    for (const line of edit.lines) lines.set(line.id, { ...line, from: lines.get(line.id)?.from ?? line.from });
    for (const [field, [was, is]] of Object.entries(edit.shippingInfo ?? {}))
      shipping.set(field, [shipping.get(field)?.[0] ?? was, is]);
  }
  const [first, last] = [edits.find(({ day }) => day), edits.findLast(({ day }) => day)].map((edit) => edit?.day);
  const day = first && last && first[0] !== last[1] ? { day: [first[0], last[1]] as const } : {};
  return {
    ...day,
    lines: [...lines.values()].filter(({ from, to, packed }) => from !== to || packed),
    total: [edits[0]?.total[0] ?? 0, edits.at(-1)?.total[1] ?? 0],
    shippingInfo: Object.fromEntries([...shipping].filter(([, [was, is]]) => was !== is)),
  };
}

/** What was taken back can have made the delivery cheaper. */
export function isNoChange({ lines, total: [was, is], shippingInfo = {}, day }: EditDetails): boolean {
  return !day && lines.length === 0 && Object.keys(shippingInfo).length === 0 && was === is;
}

const NEEDED = ['name', 'phone', 'street'] as const;

/** Of an address that an operator types: name, phone and street are enough (product §13). */
export function typedShippingErrors(form: Readonly<ShippingInfo>): FieldFault<ShippingField>[] {
  return contactErrors<ShippingField>(form, NEEDED, SHIPPING_FIELDS);
}

/** What the shop knows by itself. */
export function completed(form: Readonly<ShippingInfo>): ShippingInfo {
  return { ...form, division: divisionOf(form.division) ?? 'dhaka', country: COUNTRY };
}
