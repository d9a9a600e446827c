/** Changing an order. The rules are in domain/orders/change-order.ts; the function change_order stores the outcome. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Language } from '../../base/language.ts';
import { fromPoisha } from '../../domain/money.ts';
import { type ChangeableOrder, type Changed, changeOrder, type OrderNews } from '../../domain/orders/change-order.ts';
import { type Asking, atTheDoor, MAIL_WAITS_MS, pushOf } from '../../domain/orders/change-order.ts';
import { actionOf, CHANGES, type OrderChange } from '../../domain/orders/changes.ts';
import { type EditDetails, isNoChange } from '../../domain/orders/edit-order.ts';
import type { HistoryEntry } from '../../domain/orders/history.ts';
import type { Moved } from '../../domain/orders/ledger.ts';
import { isToldReason } from '../../domain/orders/reasons.ts';
import { isOrderId } from '../../domain/orders/order.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { type Actor, operatorOf } from '../db/audit.ts';
import { refusable } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import type { Viewer } from '../identity/sessions.ts';
import { type Content, edited } from './edit.ts';
import { guestOf, linkOf } from './guests.ts';
import type { OrderParts } from './orders.ts';
import { placesOf, withFreeSlots } from './slots.ts';
import { isOf, LEDGER, lineOf, operatorOrderOf, type Owner, type StoredOrder, withLines } from './tables.ts';

export type Customer = Pick<Viewer, 'id' | 'email' | 'name' | 'language'>;

export interface OrderEvent {
  kind: OrderNews;
  /** Null: the order is of no account. */
  customer: Customer | null;
  /** The address of its page, where that is a link. */
  link?: string | undefined;
  /** Of kind 'changed'. */
  edit?: EditDetails;
  /** Why, as the customer reads it: of an edit as it was typed, of a cancel by its id. */
  reasons?: readonly string[];
}

type OperatorAsking = Pick<Asking, 'rider' | 'undoesOf' | 'handover'>;

export interface ChangeOptions extends OperatorAsking {
  /** The order as whoever asks has seen it: a newer one is a conflict. */
  revision?: number | undefined;
  /** UUID. Whoever sends it again until there is an answer changes the order once. */
  key?: string | undefined;
}

type Changer =
  /** Only their own orders. */
  | { actor: 'owner'; owner: Owner; /** Of the page. */ language: Language | null }
  | ({ actor: 'operator'; operator: Actor } & OperatorAsking);

interface ChangeRequest extends Pick<ChangeOptions, 'revision' | 'key'> {
  /** Distinguishes what is asked with the key, when it is more than this change. */
  hash?: string | undefined;
  id: string;
  asked: OrderChange;
  by: Changer;
}

const MAX_TRIES = 10;

const UNKNOWN = refused(404, { code: 'unknown', what: 'order' });

/** The order after the change; `repeated`: it was so already, or this key has done it. */
export async function applyChange(parts: OrderParts, request: ChangeRequest): Promise<Outcome<StoredOrder>> {
  return withFreeSlots(parts, await refusable(() => changeNow(parts, request)));
}

/** The same within a transaction, which is not repeated here. */
export async function changeNow(parts: OrderParts, request: ChangeRequest): Promise<Outcome<StoredOrder>> {
  if (!isOrderId(request.id)) return UNKNOWN;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome = await change(parts, request);
    if (outcome) return outcome;
  }
  throw new Error('an order changed each time it was to be changed');
}

/** Null: the order, or the price of an added product, has changed meanwhile. */
async function change(parts: OrderParts, request: ChangeRequest): Promise<Outcome<StoredOrder> | null> {
  const { kysely } = parts;
  const { by, revision } = request;
  const [order] = await withLines(kysely, await readOrder(kysely, request));
  if (!order) return UNKNOWN;
  const same = { ...done(order), repeated: true };
  if (order.isSame !== null) return order.isSame ? same : refused(409, { code: 'change-key-used' });
  if (revision !== undefined && revision !== order.revision)
    return refused(409, { code: 'changed-meanwhile', what: 'order' }, { now: { revision: order.revision } });
  const asking = { ...by, at: order.now };
  const asked = atTheDoor(changeable(order), request.asked, asking);
  const changed = changeOrder(changeable(order), asked, asking);
  if (!changed.ok) return changed;
  if (changed.value === null) return same;
  if (asked.change === 'edit' || asked.change === 'pack') {
    const content = await edited(parts, order, asked);
    // The catalogue was read after the order, which may have taken the last pieces meanwhile.
    if (!content.ok) return (await isStill(kysely, order)) ? content : null;
    if (content.value === null && changed.value.to.stage === order.stage) return same;
    const mail = content.value && changed.value.mail;
    return store(parts, order, request, { ...changed.value, mail, asked, content: content.value, rider: null });
  }
  const taker = asked.change === 'rider' ? asked.rider : null;
  const riders = kysely.selectFrom('riders').select('name').where('active', '=', true);
  const rider = taker === null ? null : await riders.where('id', '=', taker).executeTakeFirst();
  if (rider === undefined) return refused(422, { code: 'unknown', what: 'rider' });
  return store(parts, order, request, { ...changed.value, asked, content: null, rider });
}

async function isStill(kysely: Kysely<Tables>, { id, revision }: StoredOrder): Promise<boolean> {
  const same = kysely.selectFrom('orders').select('id').where('id', '=', id).where('revision', '=', revision);
  return (await same.executeTakeFirst()) !== undefined;
}

/** Distinguishes what is asked with the same key. */
function hashOf({ id, asked, by, hash }: ChangeRequest): string {
  if (hash !== undefined) return hash;
  const rider = by.actor === 'operator' ? by.rider : undefined;
  const fields = Object.entries({ ...asked, id, rider }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** With what the change depends on: `now`, its money, its latest change, and whether the key was used for the same. */
function readOrder(kysely: Kysely<Tables>, request: ChangeRequest) {
  const { id, by } = request;
  const found = kysely
    .selectFrom('orders')
    .selectAll()
    .select([
      sql<Date>`now()`.as('now'),
      LEDGER.as('entries'),
      sql<number>`(select coalesce(max(id), 0) from handovers)`.as('handover'),
      // A key that an older version has stored has no hash.
      sql<boolean | null>`(
        select coalesce(request_hash = ${hashOf(request)}, order_number = number)
        from order_history where key = ${request.key ?? null}::uuid)`.as('isSame'),
      sql<(Omit<NonNullable<ChangeableOrder['latest']>, 'at'> & { at: string }) | null>`(
        select jsonb_build_object('id', id, 'change', change, 'at', at, 'byOwner', actor = 'owner',
          'operator', operator, 'was', was)
        from order_history as entry
        where order_number = number and change <> 'undo'
          and not exists (select from order_history as later where later.order_number = number and later.undoes = entry.id)
        order by id desc limit 1)`.as('latest'),
    ])
    .where('id', '=', id);
  return (by.actor === 'owner' ? found.where(isOf(by.owner)) : found).execute();
}

function changeable(order: Awaited<ReturnType<typeof readOrder>>[number]): ChangeableOrder {
  return {
    status: order.status,
    stage: order.stage,
    rider: order.rider_id,
    reason: order.cancel_reason,
    returned: order.returned,
    totalPoisha: order.total_cost_poisha,
    entries: order.entries ?? [],
    latest: order.latest && { ...order.latest, at: new Date(order.latest.at) },
  };
}

interface Made extends Changed {
  /** What is done. */
  asked: OrderChange;
  /** Of an edit, and of a packing that is not as ordered. */
  content: Content | null;
  /** To whom it is given. */
  rider: { name: string } | null;
}

async function store(
  parts: OrderParts,
  before: Awaited<ReturnType<typeof readOrder>>[number] & StoredOrder,
  request: ChangeRequest,
  { asked, to, payment, entries, mail, undoes, content, rider }: Made,
): Promise<Outcome<StoredOrder> | null> {
  const { kysely, mails } = parts;
  const { by, key } = request;
  const columns = {
    ...content?.columns,
    status: to.status,
    stage: to.stage,
    rider_id: to.rider,
    cancel_reason: to.reason,
    returned: to.returned,
    payment_status: payment,
  };
  const order = { ...before, ...columns, revision: before.revision + 1, lines: content?.lines ?? before.lines };
  const isTold = mail !== null && !(content && isNoChange(content.untold));
  const news = isTold && mails?.tells(mail) ? mail : null;
  const customer = news ? await customerOf(kysely, before, by) : null;
  const reasons = content?.reasons ?? (mail === 'canceled' ? [reasonOf(asked)].filter(isToldReason) : []);
  const link = linkOf(parts, before);
  const event = news && { kind: news, customer, link, reasons, ...(content && { edit: content.untold }) };
  const shown = operatorOrderOf(order);
  const messages = (event && mails?.compose(shown, event)) ?? [];
  const operator = by.actor === 'operator' ? by.operator : null;
  const { replaces } = content ?? {};
  // What replaces a message was counted with that one.
  if (replaces !== undefined) for (const message of messages) message.limit = null;
  const given = {
    columns,
    lines: content?.lines.map(lineOf),
    added: content?.added.map(lineOf),
    entry: {
      actor: by.actor,
      operator: operatorOf(operator),
      change: asked.change,
      reason: reasonOf(asked),
      details: content?.details ?? detailsOf(asked, rider),
      undoes,
      key,
      request_hash: key === undefined ? undefined : hashOf(request),
    },
    replaces,
    money: entries.map(({ rider, amount, ...entry }) => ({ ...entry, rider_id: rider, amount_poisha: amount })),
    handover: before.handover,
    places: placesOf(parts, order),
    low_stock: parts.lowStock(),
    by: operator,
    action: actionOf(asked.change),
    messages,
    push: pushOf(asked, { actor: by.actor, from: before.stage, to: to.stage, mail: isTold ? mail : null }),
    waits: operator !== null && (content || CHANGES[asked.change].undoable) ? MAIL_WAITS_MS : 0,
  };
  const { rows } = await sql<{ outcome: 'done' | 'changed'; mailed: boolean }>`
    select * from change_order(${before.number}::bigint, ${before.revision}::integer, ${JSON.stringify(given)}::jsonb)`.execute(
    kysely,
  );
  const [stored] = rows;
  if (stored?.outcome !== 'done') return null;
  if (!stored.mailed && event) mails?.leftOut(shown, event);
  return { ...done(order), repeated: false };
}

function reasonOf(asked: OrderChange): string {
  if ('reason' in asked) return asked.reason ?? '';
  return asked.change === 'call' ? asked.outcome : '';
}

function detailsOf(asked: OrderChange, rider: { name: string } | null): HistoryEntry['details'] {
  const given = asked as Partial<Moved & Record<'amount' | 'collected', number>>;
  const { amount = given.collected, how, reference } = given;
  if (amount !== undefined) return { amount: fromPoisha(amount), ...(how && { how }), ...(reference && { reference }) };
  return rider ? { rider: rider.name } : {};
}

async function customerOf(kysely: Kysely<Tables>, order: StoredOrder, by: Changer): Promise<Customer | null> {
  const { user_id } = order;
  if (user_id === null) return guestOf(order);
  const customers = kysely.selectFrom('users').select(['id', 'email', 'name', 'language']);
  const customer = await customers.where('id', '=', user_id).executeTakeFirst();
  const language = by.actor === 'owner' ? by.language : null;
  return customer ? { ...customer, language: language ?? customer.language } : null;
}
