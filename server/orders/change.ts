/** Changing an order: by its owner, an operator or a rider. The rules are domain/orders/change-order.ts; change_order stores the outcome. */
import { type Kysely, sql } from 'kysely';
import type { Language } from '../../base/language.ts';
import { fromPoisha } from '../../domain/catalogue/money.ts';
import type { CartItem } from '../../domain/orders/cart.ts';
import { type ChangeMail, MAIL_WAITS_MS, NO_MONEY, changeOrder, isUndoable } from '../../domain/orders/change-order.ts';
import type { ChangeableOrder, ChangeOutcome, ChangeRefusal, OrderChange } from '../../domain/orders/change-order.ts';
import type { EditDetails, OrderEdit } from '../../domain/orders/edit-order.ts';
import { isNoChange } from '../../domain/orders/edit-order.ts';
import type { HistoryEntry } from '../../domain/orders/history.ts';
import {
  type OperatorOrder,
  type Order,
  type OrderStatus,
  isOrderId,
  statusOfChange,
} from '../../domain/orders/order.ts';
import type { Reason } from '../../domain/reason.ts';
import type { Delivery } from '../../domain/shop/areas.ts';
import type { Actor } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import { type Content, edited } from './edit.ts';
import type { OrderMails } from './order-mails.ts';
import { MONEY, ORDER_COLUMNS, lineOf, linesOf, operatorOrderOf } from './rows.ts';

export interface Customer {
  id: string;
  email: string;
  name: string;
  language: Language;
}

export interface OrderEvent {
  kind: 'placed' | ChangeMail;
  customer: Customer;
  /** Of kind 'changed'. */
  edit?: EditDetails;
}

export type ChangeResult<Shown extends Order = OperatorOrder> =
  /** `repeated`: it was so already, or this key has done it. */
  | { kind: 'changed'; order: Shown; repeated: boolean }
  | { kind: 'not-found' }
  | { kind: 'refused'; code: ChangeRefusal; status: OrderStatus }
  /** It was changed after whoever asks has seen it. */
  | { kind: 'conflict'; revision: number }
  /** A product that was to be added is not there, or not available. */
  | { kind: 'unavailable' }
  | { kind: 'unknown-rider' }
  | { kind: 'bad-edit'; reason: Reason };

export type Changer =
  /** Only their own orders. */
  | { actor: 'owner'; owner: string; /** Of the page. */ language: Language | null }
  /** `rider`: may change only what was given to that rider. */
  | { actor: 'operator'; operator: Actor; rider?: string | undefined };

interface ChangeRequest {
  id: string;
  asked: OrderChange | ({ change: 'edit' } & OrderEdit);
  by: Changer;
  /** The order as whoever asks has seen it: a newer one is a conflict. */
  revision?: number | undefined;
  /** Whoever sends it again until there is an answer changes the order once. */
  key?: string | undefined;
}

interface ChangeOptions {
  mails: OrderMails | null;
  deliveryTo: (area: string | undefined) => Delivery;
}

const MAX_TRIES = 10;

export async function applyChange(
  kysely: Kysely<Tables>,
  { mails, deliveryTo }: ChangeOptions,
  { id, asked, by, revision, key }: ChangeRequest,
): Promise<ChangeResult> {
  if (!isOrderId(id)) return { kind: 'not-found' };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await readOrder(kysely, id, by);
    if (!row) return { kind: 'not-found' };
    const lines = (await linesOf(kysely, [row])).get(row.number) ?? [];
    const same: ChangeResult = { kind: 'changed', order: operatorOrderOf(row, lines), repeated: true };
    if (key !== undefined && (await isDone(kysely, key))) return same;
    if (revision !== undefined && revision !== row.revision) return { kind: 'conflict', revision: row.revision };
    const outcome = changeOrder(changeable(row), asked, { ...by, at: row.now });
    if (outcome.kind === 'repeated') return same;
    if (outcome.kind === 'refused') return { ...outcome, status: row.status };
    const rider = asked.change === 'rider' && asked.rider !== null ? await riderOf(kysely, asked.rider) : null;
    if (rider === undefined) return { kind: 'unknown-rider' };
    const content = asked.change === 'edit' ? await edited(kysely, { row, lines, asked, deliveryTo }) : null;
    if (content && content.kind !== 'edited') return content.kind === 'same' ? same : content;
    const stored = await store(kysely, { row, lines, asked, by, key, outcome, content, rider, mails });
    if (stored) return stored;
  }
  throw new Error('an order changed each time it was to be changed');
}

type Read = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

function readOrder(kysely: Kysely<Tables>, id: string, by: Changer) {
  const found = kysely
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .select([
      'area',
      sql<Date>`now()`.as('now'),
      MONEY.as('money'),
      sql<(Omit<NonNullable<ChangeableOrder['latest']>, 'at'> & { at: string }) | null>`(
        select jsonb_build_object('id', id, 'change', change, 'at', at, 'byOwner', actor = 'owner', 'was', was)
        from order_history as entry
        where order_number = number and change <> 'undo'
          and not exists (select from order_history as later where later.order_number = number and later.undoes = entry.id)
        order by id desc limit 1)`.as('latest'),
    ])
    .where('id', '=', id);
  return (by.actor === 'owner' ? found.where('user_id', '=', by.owner) : found).executeTakeFirst();
}

function changeable(row: Read): ChangeableOrder {
  return {
    status: row.status,
    stage: row.stage,
    rider: row.rider_id,
    reason: row.cancel_reason,
    totalPoisha: row.total_cost_poisha,
    money: { ...NO_MONEY, ...row.money },
    latest: row.latest && { ...row.latest, at: new Date(row.latest.at) },
  };
}

async function isDone(kysely: Kysely<Tables>, key: string): Promise<boolean> {
  return (
    (await kysely.selectFrom('order_history').select('id').where('key', '=', key).executeTakeFirst()) !== undefined
  );
}

interface Storing extends Pick<ChangeRequest, 'asked' | 'by' | 'key'> {
  row: Read;
  lines: CartItem[];
  outcome: Extract<ChangeOutcome, { kind: 'changed' }>;
  content: Content | null;
  rider: { name: string } | null;
  mails: OrderMails | null;
}

/** Null: the order, or the price of an added product, has changed meanwhile. */
async function store(
  kysely: Kysely<Tables>,
  { row, lines: before, asked, by, key, outcome, content, rider, mails }: Storing,
): Promise<ChangeResult | null> {
  const { to, money } = outcome;
  const columns = {
    ...content?.columns,
    status: to.status,
    stage: to.stage,
    rider_id: to.rider,
    cancel_reason: to.reason,
    payment_status: outcome.payment,
  };
  const lines = content?.lines ?? before;
  const order = operatorOrderOf({ ...row, ...columns, revision: row.revision + 1 }, lines);
  const isTold = outcome.mail !== null && !(content && isNoChange(content.untold));
  const customer = isTold ? await customerOf(kysely, row, by) : null;
  const event = customer && outcome.mail && { kind: outcome.mail, customer, ...(content && { edit: content.untold }) };
  const mail = (event && mails?.compose(order, event)) ?? null;
  const operator = by.actor === 'operator' ? by.operator : null;
  const entry = {
    actor: by.actor,
    operator: operator === 'operator' ? null : operator,
    change: asked.change,
    reason: reasonOf(asked),
    details: content?.details ?? detailsOf(asked, rider),
    undoes: outcome.undoes,
    key,
    replaces: content?.replaces,
  };
  const json = (value: unknown): string | null => (value ? JSON.stringify(value) : null);
  const { rows } = await sql<{ outcome: 'done' | 'repeated' | 'changed'; mailed: boolean }>`
    select * from change_order(${row.number}::bigint, ${row.revision}::integer, ${json(columns)}::jsonb,
      ${json(content?.lines.map(lineOf))}::jsonb, ${json(content?.added.map(lineOf)) ?? '[]'}::jsonb, ${json(entry)}::jsonb,
      ${json(money)}::jsonb, ${outcome.takesBack}::boolean, ${operator}::text, ${`orders.${statusOfChange(asked.change) ?? asked.change}`}::text, ${mail?.to ?? null}::text, ${mail?.subject ?? null}::text,
      ${mail?.text ?? null}::text, ${mail?.html ?? null}::text,
      ${json(mail?.counter && { key: mail.counter.key, ...mail.counter.limit })}::jsonb,
      ${by.actor === 'operator' && (content || isUndoable(asked.change)) ? MAIL_WAITS_MS : 0}::integer)`.execute(
    kysely,
  );
  const [stored] = rows;
  if (stored?.outcome === 'changed') return null;
  if (stored?.outcome === 'done' && !stored.mailed && event) mails?.leftOut(order, event);
  return { kind: 'changed', order, repeated: stored?.outcome !== 'done' };
}

function reasonOf(asked: OrderChange): string {
  if ('reason' in asked) return asked.reason ?? '';
  return asked.change === 'call' ? asked.outcome : '';
}

function detailsOf(asked: OrderChange, rider: { name: string } | null): HistoryEntry['details'] {
  if ('amount' in asked) return { amount: fromPoisha(asked.amount) };
  if ('collected' in asked && asked.collected !== undefined) return { amount: fromPoisha(asked.collected) };
  return rider ? { rider: rider.name } : {};
}

function riderOf(kysely: Kysely<Tables>, id: string): Promise<{ name: string } | undefined> {
  return kysely.selectFrom('riders').select('name').where('id', '=', id).where('active', '=', true).executeTakeFirst();
}

async function customerOf(kysely: Kysely<Tables>, { user_id }: Read, by: Changer): Promise<Customer | null> {
  if (user_id === null) return null;
  const customers = kysely.selectFrom('users').select(['id', 'email', 'name', 'language']);
  const customer = await customers.where('id', '=', user_id).executeTakeFirst();
  const language = by.actor === 'owner' ? by.language : null;
  return customer ? { ...customer, language: language ?? customer.language } : null;
}
