/** Asks the shop what the model is asked, and says the answer in the model's words. */
import { WEEKDAYS } from '../../domain/shop/settings.ts';
import { tokenIn } from '../../base/order-link.ts';
import type { Owner } from '../../server/orders/tables.ts';
import { isOfNobody } from '../../server/db/errors.ts';
import type { Services } from '../../server/services.ts';
import type { Order, OperatorOrder } from '../../domain/orders/order.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { catalogueRow, exampleProduct, exampleShipping } from '../../test/support/factories.ts';
import { GUEST, type Model, PLACES, type Request, STREET, WEIGHED } from './model.ts';

export interface Answer {
  kind: string;
  repeated?: boolean;
  order?: Order | OperatorOrder;
}

export const OWNER = 'nusrat@example.com';

export const customerOf = (id: string) => ({ id, email: `${id}@example.com`, name: id, language: 'en' }) as const;

/** 'c1' and so on; a caller has another one. */
export const phoneOf = (id: string): string => `0171000000${/\d$/.exec(id)?.[0] ?? '0'}`;

export const productOf = (id: string, price: number) =>
  exampleProduct({ id, name: `Name of ${id}`, price, discount: '0' });

const shippingOf = (customer: string) =>
  exampleShipping({ name: customer, email: `${customer}@example.com`, phone: phoneOf(customer), street: STREET });

/** A guest has the link of an order, or one that opens nothing. */
function ownerOf({ customer, order }: { customer: string; order: string }, model: Model): Owner {
  if (customer !== GUEST) return { id: customer };
  return { token: tokenIn(model.orders[order]?.link) ?? 'n'.repeat(22) };
}

/** What the rules of domain/orders/change-order.ts refuse. */
const REFUSALS: ReadonlySet<string> = new Set(['order-status', 'not-yours', 'too-late', 'amount']);

/** `kind`: when it was done. */
function said(kind: string, outcome: Outcome<Order | OperatorOrder>): Answer {
  if (outcome.ok) return { kind, repeated: outcome.repeated === true, order: outcome.value };
  const { code } = outcome.reason;
  return { kind: REFUSALS.has(code) ? 'refused' : code };
}

/** @throws what the shop throws, when that is no answer. */
export async function ask(services: Services, request: Request, model: Model): Promise<Answer> {
  try {
    return await answerTo(services, request, model);
  } catch (error) {
    if (isOfNobody(error)) return { kind: 'nobody' };
    throw error;
  }
}

async function answerTo(services: Services, request: Request, model: Model): Promise<Answer> {
  const { orders, catalogue, stock, cash, dues, shop, blocks, users, accounts } = services;
  const idOf = (key: string): string => model.orders[key]?.id ?? '';
  switch (request.op) {
    case 'place': {
      const { customer, key, items, expected, slot } = request;
      const shippingInfo = shippingOf(customer);
      const asked = {
        idempotencyKey: key,
        items,
        shippingInfo,
        paymentMethod: 'cashon',
        expectedTotal: expected,
        slot,
      } as const;
      return said('placed', await orders.place(customer === GUEST ? null : customerOf(customer), asked));
    }
    case 'phone': {
      const { key, items, slot } = request;
      const asked = { idempotencyKey: key, items, shippingInfo: shippingOf('caller'), note: 'Ring twice', slot };
      return said('placed', await orders.admin.place(asked, OWNER));
    }
    case 'settle': {
      const settled = await orders.settle(request.customer === GUEST ? null : { id: request.customer }, request.key);
      if (!settled.ok) return { kind: settled.reason.code };
      const { order } = settled.value;
      return order ? { kind: 'order', order } : { kind: 'void' };
    }
    case 'cancel':
      return said('changed', await orders.cancel(ownerOf(request, model), idOf(request.order)));
    case 'change': {
      const { order, asked, key, rider, revision } = request;
      return said('changed', await orders.admin.change(idOf(order), asked, OWNER, { key, rider, revision }));
    }
    case 'dues': {
      const settled = await dues.settle(phoneOf(request.who ?? 'caller'), request.asked, OWNER, request.key);
      if (settled.ok) return { kind: 'settled', repeated: settled.repeated === true };
      return { kind: REFUSALS.has(settled.reason.code) ? 'refused' : settled.reason.code };
    }
    case 'limit': {
      const limit = request.limit === null ? null : request.limit * 100;
      return finished('set', await dues.limit(phoneOf(request.who ?? 'caller'), limit, OWNER));
    }
    case 'hand over':
      return finished('handed-over', await cash.handOver(request, OWNER));
    case 'price':
      return finished('changed', await catalogue.change(request.product, { price: request.price }, { by: OWNER }));
    case 'stock': {
      const { product, op: _, ...moving } = request;
      return finished('moved', await stock.move(product, moving, OWNER));
    }
    case 'available': {
      const available = request.available ? 'yes' : 'no';
      return finished('changed', await catalogue.change(request.product, { available }, { by: OWNER }));
    }
    case 'import': {
      const rows = Object.entries(request.prices).map(([id, price]) => uncountedRow(id, price));
      await catalogue.importRows(rows, OWNER, { replace: request.replace });
      return { kind: 'imported' };
    }
    case 'fee':
      return { kind: (await shop.change({ fee: request.fee }, OWNER)).ok ? 'changed' : 'refused' };
    case 'block':
      return finished(
        'done',
        await blocks.set({ id: request.customer }, { reason: 'False orders', until: null }, OWNER),
      );
    case 'unblock':
      return finished('done', await blocks.set({ id: request.customer }, null, OWNER));
    case 'leave':
      await users.scheduleDeletion({ id: request.customer });
      return { kind: 'done' };
    case 'purge':
      // The clock may have been set back since it was asked for.
      return finished('purged', await accounts.purge(request.customer, -60, OWNER));
  }
}

export const rowOf = (id: string, price: number) =>
  Object.assign(catalogueRow(productOf(id, price)), { by_weight: WEIGHED.has(id) ? 'yes' : 'no' } as const);

/** Of a file that says nothing of what is in stock. */
export function uncountedRow(id: string, price: number) {
  const { stock: _, ...row } = rowOf(id, price);
  return row;
}

/** Of every day. */
export const SLOTS = Object.entries(PLACES).map(([from, orders]) => {
  const hour = Number(from.slice(0, 2));
  return { days: WEEKDAYS, from, to: `${hour + 3}:00`, orders, closes: hour * 60 };
});

function finished(kind: string, outcome: Outcome<unknown>): Answer {
  return { kind: outcome.ok ? kind : outcome.reason.code };
}
