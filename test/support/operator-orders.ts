/** Riders and orders of a running shop, through the operator's API. */
import { randomUUID } from 'node:crypto';
import type { HistoryEntry } from '../../domain/orders/history.ts';
import { shortOrderId, type OperatorOrder } from '../../domain/orders/order.ts';
import { SHIPPING } from './factories.ts';
import { operatorRequest } from './operator-client.ts';

export interface Given {
  id: string;
  /** As people see it: '#abc123'. */
  name: string;
  /** Tk. */
  total: number;
}

/** Calls the operator's API. @throws the shop's answer when it refuses. */
export async function api<T>(url: string, method: string, path: string, json?: unknown): Promise<T> {
  const body =
    json === undefined ? {} : { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } };
  const answer = await operatorRequest(url, path, { method, ...body });
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

export async function addRider(url: string): Promise<{ id: string; name: string }> {
  const name = `Rider ${randomUUID().slice(0, 8)}`;
  return api(url, 'POST', '/riders', { name, phone: '01712345678' });
}

/** An order by phone of two bags of potatoes, given to a rider; null: to nobody. */
export async function giveOrder(url: string, rider: string | null, shipping: object = {}): Promise<Given> {
  const { id, totalCost } = await api<{ id: string; totalCost: number }>(url, 'POST', '/orders', {
    idempotencyKey: randomUUID(),
    items: [{ id: 'alu-potato', quantity: 2 }],
    shippingInfo: { ...SHIPPING, ...shipping },
  });
  if (rider !== null) await api(url, 'POST', `/orders/${id}/rider`, { rider });
  return { id, name: shortOrderId(id), total: totalCost };
}

export function orderOf(
  url: string,
  { id }: Pick<Given, 'id'>,
): Promise<{ order: OperatorOrder; history: HistoryEntry[] }> {
  return api(url, 'GET', `/orders/${id}`);
}

/** An amount as the console writes it, below Tk 10,000. */
export function tk(amount: number | string): string {
  const sum = Number(amount);
  return `Tk ${sum < 0 ? '−' : ''}${Number.isInteger(sum) ? Math.abs(sum) : Math.abs(sum).toFixed(2)}`;
}
