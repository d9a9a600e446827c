/** What must hold in the end, when all faults have ceased and all that was left to do is done. */
import { formatAmount } from '../../domain/orders/pricing.ts';
import { readWaiting } from '../../server/gauges.ts';
import { customerOf, OWNER, phoneOf } from './ask.ts';
import type { Delivery } from './mailbox.ts';
import { exact, GUEST, type Model, type ModelOrder, owedOf, owing } from './model.ts';
import type { Walking } from './walk.ts';

const ROUNDS = 40;
const PAUSE_MS = 7_200_000;
/** Of one recipient in a day, after which the shop leaves mails out. */
const MAIL_LIMIT = 20;

export async function finalFaults(walking: Walking): Promise<string[]> {
  const drained = await drain(walking);
  if (drained !== null) return [drained];
  return [
    ...(await countFaults(walking)),
    ...(await cashFaults(walking)),
    ...(await duesFaults(walking)),
    ...(await ownerFaults(walking)),
    ...mailFaults(walking),
    ...(await smsFaults(walking)),
    ...(await personalFaults(walking)),
  ];
}

/** Does all that is left to do. A mail may have to wait for hours after failures. */
async function drain({ world, processes }: Walking): Promise<string | null> {
  const { services, run } = await processes.get(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    await world.clock.jump(PAUSE_MS);
    while (await run('orders'));
    while (await run('mails'));
    const { rows } = await world.database.query(
      'select (select count(*) from outbox where sent_at is null and given_up_at is null) + (select count(*) from order_changes) as left',
    );
    if (Number(rows[0]?.left) === 0) return null;
  }
  const { mails } = await readWaiting(services.database.kysely);
  return `${mails} mails are never sent`;
}

const orders = (model: Model): ModelOrder[] => Object.values(model.orders);
const ofStatus = (list: readonly ModelOrder[], status: string): number =>
  list.filter((order) => order.status === status).length;

function check(name: string, is: unknown, should: unknown): string[] {
  const [found, expected] = [JSON.stringify(is), JSON.stringify(should)];
  return found === expected ? [] : [`${name}: ${found}, not ${expected}`];
}

async function countFaults({ processes, model }: Walking): Promise<string[]> {
  const { services } = await processes.get(0);
  const all = orders(model);
  const statuses = (list: readonly ModelOrder[]) => ({
    pending: ofStatus(list, 'pending'),
    delivered: ofStatus(list, 'delivered'),
    canceled: ofStatus(list, 'canceled'),
  });
  const faults = check('orders by status', await services.figures.statusCounts(), statuses(all));
  for (const customer of Object.keys(model.customers)) {
    const own = model.customers[customer]?.purged ? [] : all.filter((order) => order.customer === customer);
    faults.push(...check(`orders of ${customer}`, await services.orders.counts({ id: customer }), statuses(own)));
  }
  const { totals, topProducts } = await services.figures.overview(30);
  const sold = all.filter(({ status }) => status !== 'canceled');
  const pieces = (id: string): number =>
    sold.reduce((sum, { items }) => sum + (items.find((item) => item.id === id)?.quantity ?? 0), 0);
  const { products } = model;
  return [
    ...faults,
    ...check('orders of the figures', totals.orders, all.length),
    ...check('revenue', totals.revenue, exact(sold.reduce((sum, { total }) => sum + total, 0))),
    ...topProducts.flatMap(({ id, quantity }) => check(`sold of ${id}`, quantity, pieces(id))),
    ...check('size of the catalogue', await services.catalogue.size(), Object.keys(products).length),
  ];
}

async function cashFaults({ processes, model }: Walking): Promise<string[]> {
  const { services } = await processes.get(0);
  const all = orders(model);
  const days = new Set([
    ...all.flatMap(({ money }) => money.map(({ day }) => day)),
    ...model.handovers.map(({ day }) => day),
  ]);
  const faults: string[] = [];
  for (const day of days) {
    const { total } = await services.cash.day(day);
    const sum = (kind: string): number =>
      all
        .flatMap(({ money }) => money)
        .reduce((amount, entry) => amount + (entry.day === day && entry.kind === kind ? entry.amount : 0), 0);
    const handed = model.handovers.reduce((amount, one) => amount + (one.day === day ? one.amount : 0), 0);
    const moved = (how: string): number =>
      all
        .flatMap(({ money }) => money)
        .filter((entry) => entry.day === day && entry.how === how)
        .reduce((amount, entry) => amount + (entry.kind === 'back' ? -entry.amount : entry.amount), 0);
    const { bkash, nagad, bank } = total;
    const is = [total.toCollect, total.collected, total.givenBack, total.handedOver, bkash, nagad, bank];
    const parts = [sum('due'), sum('collected'), sum('back'), handed, moved('bkash'), moved('nagad'), moved('bank')];
    const should = parts.map(exact);
    faults.push(...check(`cash of ${day}`, is, should));
  }
  return faults;
}

async function duesFaults({ processes, model }: Walking): Promise<string[]> {
  const { services } = await processes.get(0);
  const { dues } = await services.dues.list({ limit: 100 });
  const is = dues.map(({ phone, sum, orders: count }) => [phone, sum, count]);
  const should = [...Object.keys(model.customers), GUEST, null].flatMap((who) => {
    const own = owing(model, who);
    const sum = exact(own.reduce((owed, order) => owed + owedOf(order), 0));
    return sum > 0 ? [[phoneOf(who ?? 'caller'), sum, own.length]] : [];
  });
  return check('the dues', is.toSorted(), should.toSorted());
}

/** Each reads their own orders, and nobody else's. */
async function ownerFaults({ processes, model }: Walking): Promise<string[]> {
  const { services } = await processes.get(1);
  const all = orders(model);
  const faults: string[] = [];
  for (const id of Object.keys(model.customers)) {
    const own = model.customers[id]?.purged ? [] : all.filter(({ customer }) => customer === id);
    const listed = await services.orders.list({ id }, { limit: 100 });
    const is = listed.orders.map((order) => [order.id, order.status, order.totalCost, order.paymentStatus]).toSorted();
    const paid = (order: ModelOrder): string =>
      order.status === 'delivered' && owedOf(order) <= 0 ? 'paid' : 'unpaid';
    const should = own.map((order) => [order.id, order.status, order.total, paid(order)]).toSorted();
    faults.push(...check(`the orders that ${id} sees`, is, should));
    const strange = all.find((order) => !own.includes(order));
    if (strange)
      faults.push(
        ...check(`an order that is not of ${id}`, (await services.orders.find({ id }, strange.id)).ok, false),
      );
  }
  const guests = all.filter(({ customer }) => customer === GUEST);
  const listed = await services.orders.guests.list(guests.map(({ link }) => link));
  const seen = listed.map(({ id, status, totalCost }) => [id, status, totalCost]).toSorted();
  faults.push(...check('the orders that links open', seen, guests.map((o) => [o.id, o.status, o.total]).toSorted()));
  return faults;
}

/** Each is sent once or perhaps never, whatever fails; what the shop says was sent, was. */
async function smsFaults({ world, model }: Walking): Promise<string[]> {
  const { rows } = await world.database.query<{ sms: string; begun: number; sent: number }>(`
    select '88' || recipient || ' ' || body_text as sms, (count(*) filter (where attempts > 0))::integer as begun, count(sent_at)::integer as sent
    from outbox where channel = 'sms' group by 1`);
  const known = new Map(rows.map((row) => [row.sms, row]));
  const purged = Object.keys(model.customers).filter((id) => model.customers[id]?.purged);
  const isGone = (sms: string): boolean => purged.some((id) => sms.startsWith(`88${phoneOf(id)} `));
  const texts = new Set([...known.keys(), ...world.gateway.sent]);
  return [...texts].flatMap((sms) => {
    const times = world.gateway.sent.filter((one) => one === sms).length;
    const { begun = 0, sent = 0 } = known.get(sms) ?? {};
    const isRight = isGone(sms) || (sent <= times && times <= begun);
    return isRight ? [] : [`an SMS was sent ${times} times, of ${begun} of which ${sent} are sent: ${sms}`];
  });
}

const SUBJECTS: readonly [string, RegExp][] = [
  ['placed', /^We have your order #/],
  ['delivered', /is delivered$/],
  ['canceled', /is canceled$/],
  ['set-back', /is open again$/],
  ['changed', /was changed$/],
];

function mailFaults(walking: Walking): string[] {
  const { world, model, mailsAtPurge, mayRepeatMails } = walking;
  const { deliveries } = world.mailbox;
  const faults: string[] = [];
  const once = new Map<string, Delivery>();
  for (const mail of deliveries) {
    if (once.has(mail.id) && !mayRepeatMails) faults.push(`a mail was sent twice: ${mail.subject}`);
    once.set(mail.id, mail);
  }
  const mails = [...once.values()];
  for (const [customer, before] of mailsAtPurge) {
    const late = deliveries.slice(before).filter(({ to }) => to === customerOf(customer).email);
    faults.push(...late.map(({ subject }) => `${customer} is purged and gets a mail: ${subject}`));
  }
  for (const mail of mails) {
    if (mail.to !== OWNER && !orders(model).some((order) => isAbout(mail, order)))
      faults.push(`a mail without a cause, to ${mail.to}: ${mail.subject}`);
  }
  const told = mails
    .filter(({ to }) => to === OWNER)
    .flatMap(({ text }) => Array.from(text.matchAll(/operator\/orders\/([a-z0-9]{20,})/g)));
  for (const order of orders(model)) {
    const times = told.filter(([, id]) => id === order.id).length;
    const isPurged = order.customer !== null && model.customers[order.customer]?.purged === true;
    const mustBeTold =
      order.changes.every(({ was }) => was.status === 'pending') && order.status === 'pending' && !isPurged;
    // A mail that named a purged customer's order too is written anew.
    if ((times > 1 && mailsAtPurge.size === 0) || (mustBeTold && times === 0))
      faults.push(`the operator is told of order ${order.id} ${times} times`);
    if (order.customer !== null && !isPurged && !isLimited(model, order))
      faults.push(
        ...mailsAbout(
          walking,
          order,
          mails.filter((mail) => isAbout(mail, order)),
        ),
      );
  }
  return faults;
}

const isAbout = ({ to, text }: Delivery, { id, link, customer }: ModelOrder): boolean =>
  customer !== null && to === customerOf(customer).email && text.includes(link || `/user/orders/${id}`);

function isLimited(model: Model, { customer }: ModelOrder): boolean {
  const own = orders(model).filter((order) => order.customer === customer);
  return own.reduce((sum, { mails, edits }) => sum + mails.length + edits, 0) >= MAIL_LIMIT;
}

function mailsAbout({ wentBack }: Walking, order: ModelOrder, mails: readonly Delivery[]): string[] {
  const kinds = mails.map(({ subject }) => SUBJECTS.find(([, pattern]) => pattern.test(subject))?.[0] ?? subject);
  const faults: string[] = [];
  for (const kind of ['placed', 'delivered', 'canceled', 'set-back'] as const) {
    const times = kinds.filter((one) => one === kind).length;
    const least = order.mails.filter((mail) => mail.kind === kind && mail.surely).length;
    const most = wentBack ? order.mails.filter((mail) => mail.kind === kind).length : least;
    if (times < least || times > most)
      faults.push(`order ${order.id}: ${times} mails say that it is ${kind}, not ${least}`);
  }
  const edited = kinds.filter((kind) => kind === 'changed').length;
  if (edited > order.edits) faults.push(`order ${order.id}: ${edited} mails about ${order.edits} edits`);
  // By their numbers in the outbox, which are in their ids.
  const number = ({ id }: Delivery): number => Number(/\.(\d+)@/.exec(id)?.[1]);
  const latest = mails.toSorted((a, b) => number(a) - number(b)).at(-1);
  if (latest && !latest.text.includes(`Tk ${formatAmount(order.total)}`))
    faults.push(
      `order ${order.id}: its customer was told last: “${latest.subject}”, and not that it costs ${order.total}`,
    );
  return faults;
}

/** Of a purged customer nothing is left. */
async function personalFaults({ world, model }: Walking): Promise<string[]> {
  const faults: string[] = [];
  for (const customer of Object.keys(model.customers).filter((id) => model.customers[id]?.purged)) {
    const { email } = customerOf(customer);
    const { rows } = await world.database.query<{ left: string }>(
      `select 'orders' as left from orders where shipping_info::text like '%' || $1 || '%'
        union all select 'outbox' from outbox where recipient = $1 union all select 'users' from users where id = $2`,
      [email, customer],
    );
    faults.push(...rows.map(({ left }) => `${customer} is purged and still in ${left}`));
  }
  return faults;
}
