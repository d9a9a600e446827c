import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { catalogueRow, exampleProduct, SHIPPING } from '../../test/support/factories.ts';
import { PASSWORD, cookieOf, newUser, visitor } from '../../test/support/identity.ts';
import { invite, openOperators } from '../../test/support/operators.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Operators } from '../identity/operators.ts';
import { parseBy } from '../../domain/parse.ts';
import { refused } from '../../domain/outcome.ts';
import { createCash } from './cash.ts';
import { ORDER_OPERATIONS } from './operations.ts';
import type { Orders } from './orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createRiders, type Riders } from './riders.ts';
import { dayInDhaka } from '../../base/dates.ts';

const BY = 'nusrat@example.com';
const UNKNOWN = refused(404, { code: 'unknown', what: 'rider' });

describeWithDatabase('riders', ({ open }) => {
  let database: Database;
  let operators: Operators;
  let orders: Orders;
  let riders: Riders;

  beforeAll(async () => {
    database = await open();
    operators = openOperators(database);
    orders = usualOrders(database);
    riders = createRiders({ database, operators, orders });
    await createCatalogue(database).importRows([catalogueRow(exampleProduct({ price: 100 }))], 'operator');
  });

  async function add(name = 'Karim') {
    return valueOf(await riders.add({ name, phone: '+8801712345678' }, BY));
  }

  async function give(rider: string | null, fields: object = {}): Promise<string> {
    const shippingInfo = { ...SHIPPING, ...fields };
    const items = [{ id: 'rui', quantity: 2 }];
    const { id } = valueOf(await orders.admin.place({ idempotencyKey: randomUUID(), items, shippingInfo }, BY));
    if (rider !== null) await orders.admin.change(id, { change: 'rider', rider }, BY);
    return id;
  }

  /** Invites the rider, who accepts. */
  async function logIn(rider: string) {
    const { email, name } = newUser();
    const token = await invite(operators, email, { role: 'rider', rider });
    const accepted = await operators.acceptInvitation({ token, name, password: PASSWORD }, visitor());
    const session = await operators.session(visitor(cookieOf(accepted)).headers);
    if (!session) throw new Error('no session');
    return { email, session, cookie: cookieOf(accepted) };
  }

  test('are added and changed; a bad name or phone is refused', async () => {
    const { id } = await add('Sumi');
    const { input } = ORDER_OPERATIONS['riders.set'];
    const typed = valueOf(parseBy(input, { id, name: ' Sumi  Akter ', phone: '০১৮১২-৩৪৫ ৬৭৮\u200B' }));
    expect(await riders.set(id, { name: typed.name, phone: typed.phone }, BY)).toMatchObject({ ok: true });
    const sumi = { id, name: 'Sumi Akter', phone: '01812345678' };
    expect((await riders.list()).find((rider) => rider.id === id)).toEqual(sumi);
    expect(parseBy(input, { id, name: 'Sumi', phone: '12345' })).toMatchObject({ reason: { code: 'invalid-phone' } });
    expect(parseBy(input, { ...sumi, name: ' ' })).toMatchObject({ ok: false, status: 422 });
    expect(await riders.set('nobody', sumi, BY)).toEqual(UNKNOWN);
    const entries = database.kysely.selectFrom('audit').select(['action', 'details']).where('subject', '=', id);
    expect(await entries.orderBy('id').execute()).toMatchObject([
      { action: 'riders.add', details: { name: 'Sumi' } },
      { action: 'riders.set' },
    ]);
  });

  test('an invited rider has a login of the role rider; removed, neither login nor orders', async () => {
    const { id } = await add();
    const { email, session, cookie } = await logIn(id);
    expect(session.user.role).toBe('rider');
    expect(await riders.ofUser(session.user.id)).toMatchObject({ id });
    const listed = (await riders.listWithLogins()).find((rider) => rider.id === id);
    expect(listed).toMatchObject({ login: email, invited: null });
    const [open, done] = [await give(id), await give(id)];
    await orders.admin.change(done, { change: 'deliver' }, BY);
    expect(await riders.remove(id, BY)).toMatchObject({ ok: true });
    expect(await operators.session(visitor(cookie).headers)).toBeNull();
    expect(await riders.ofUser(session.user.id)).toBeUndefined();
    expect((await riders.list()).some((rider) => rider.id === id)).toBe(false);
    expect(valueOf(await orders.admin.show(open)).order).toMatchObject({
      rider: null,
      stage: 'packed',
      status: 'pending',
    });
    expect(valueOf(await orders.admin.show(done)).order).toMatchObject({ rider: id, status: 'delivered' });
    expect(await orders.admin.change(open, { change: 'rider', rider: id }, BY)).toMatchObject({
      reason: { what: 'rider' },
    });
    expect(await riders.remove(id, BY)).toMatchObject({ ok: true });
    expect(await riders.remove('nobody', BY)).toEqual(UNKNOWN);
  });

  test('an invitation of a rider who was removed is over', async () => {
    const { id } = await add();
    const { email, name } = newUser();
    const token = await invite(operators, email, { role: 'rider', rider: id });
    expect((await riders.listWithLogins()).find((rider) => rider.id === id)).toMatchObject({ invited: email });
    await riders.remove(id, BY);
    const late = await operators.acceptInvitation({ token, name, password: PASSWORD }, visitor());
    expect(late).toMatchObject({ ok: false });
  });

  test('whoever is invited as something else is no rider any more', async () => {
    const { id } = await add();
    const { email, session } = await logIn(id);
    const token = await invite(operators, email, { role: 'packer' });
    const accepted = await operators.acceptInvitation({ token, name: 'Karim', password: PASSWORD }, visitor());
    expect(accepted).toMatchObject({ ok: true, value: { role: 'packer' } });
    expect(await riders.ofUser(session.user.id)).toBeUndefined();
  });

  test('a round has what is pending, by area and then the oldest, without anything that is not needed', async () => {
    const { id } = await add();
    const other = await add('Sumi');
    const savar = await give(id, { city: 'Savar', name: 'Salma' });
    const adabor = [await give(id, { city: 'Adabor' }), await give(id, { city: 'Adabor' })];
    await give(other.id);
    await give(null);
    const done = await give(id);
    await orders.admin.change(done, { change: 'deliver', collected: 12_345 }, BY);
    const unsure = await give(id);
    await orders.admin.change(unsure, { change: 'stage', stage: 'to confirm' }, BY);
    await database.kysely.updateTable('orders').set({ rider_id: id }).where('id', '=', unsure).execute();
    const back = await give(id);
    await orders.admin.change(back, { change: 'return', reason: 'refused-at-door' }, BY);
    const taken = await give(id);
    await orders.admin.change(taken, { change: 'deliver', collected: 100 }, BY);
    await orders.admin.change(taken, { change: 'undo' }, BY);
    await orders.admin.change(taken, { change: 'rider', rider: other.id }, BY);
    const round = await riders.round(id);
    expect(round.done).toMatchObject([
      { order: back, change: 'return', reason: 'refused-at-door' },
      { order: done, change: 'deliver', collected: 123.45 },
    ]);
    expect(round.orders.map((order) => order.id)).toEqual([...adabor, savar]);
    expect(round.orders[2]).toEqual({
      id: savar,
      name: 'Salma',
      phone: SHIPPING.phone,
      chat: expect.stringMatching(/^https:\/\/wa\.me\/8801712345678\?text=/),
      area: 'Savar',
      address: expect.objectContaining({ street: SHIPPING.street, city: 'Savar' }),
      lines: [expect.objectContaining({ quantity: 2 })],
      total: 260,
      revision: expect.any(Number),
    });
    expect(round.pocket).toBe(123.45);
    const cash = createCash({ database, orders });
    await cash.handOver({ day: dayInDhaka(new Date()), rider: id, amount: 100 }, BY);
    expect((await riders.round(id)).pocket).toBe(23.45);
  });
});
