import { hasRight } from '../../../domain/accounts/roles.ts';
import type { Staff } from '../context.ts';

export type CustomerRecord = Awaited<ReturnType<typeof readRecord>>;

/** How a customer has taken orders so far, and whether their orders are refused. `userId`: null for orders on the phone. */
export async function readRecord({ services, session }: Staff, userId: string | null, phone: string) {
  const { orders, blocks } = services;
  const mayBlock = hasRight(session.user.role, 'customers');
  const [counts, block] = await Promise.all([orders.admin.record(phone), blocks.find(userId, phone)]);
  const pending = (query: { userId: string } | { search: string }) =>
    orders.admin.list({ ...query, status: 'pending' }).then(({ orders: found }) => found);
  const found = !(block && mayBlock)
    ? []
    : await Promise.all([userId ? pending({ userId }) : [], phone ? pending({ search: phone }) : []]);
  const byId = new Map(found.flat().map(({ order, placedAt }) => [order.id, { ...order, placedAt }]));
  const open = [...byId.values()].map(({ id, totalCost, placedAt }) => ({ id, totalCost, placedAt }));
  return { userId, phone, ...counts, block, mayBlock, open };
}
