/** A rider of the worker's shop, with orders to bring. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { HistoryEntry } from '../../domain/orders/history.ts';
import { shortOrderId, type OperatorOrder } from '../../domain/orders/order.ts';
import { SHIPPING } from '../support/factories.ts';
import { operatorRequest } from '../support/operator-client.ts';
import { becomeOperator, type ConsoleOperator, expect } from './console.ts';

export interface Given {
  id: string;
  name: string;
  total: number;
}

/** Calls the operator's API. */
export async function api<T>(url: string, method: string, path: string, json?: unknown): Promise<T> {
  const body =
    json === undefined ? {} : { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } };
  const answer = await operatorRequest(url, path, { method, ...body });
  expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

export async function addRider(url: string): Promise<{ id: string; name: string }> {
  const name = `Rider ${randomUUID().slice(0, 8)}`;
  return api(url, 'POST', '/riders', { name, phone: '01712345678' });
}

/** Logs in the browser of the page as a rider. */
export async function becomeRider(page: Page, url: string): Promise<ConsoleOperator & { id: string; rider: string }> {
  const { id, name } = await addRider(url);
  return { ...(await becomeOperator(page.request, { role: 'rider', rider: id })), id, rider: name };
}

/** An order by phone, given to a rider; null: to nobody. */
export async function giveOrder(url: string, rider: string | null, shipping: object = {}): Promise<Given> {
  const { id, totalCost } = await api<{ id: string; totalCost: number }>(url, 'POST', '/orders', {
    idempotencyKey: randomUUID(),
    items: [{ id: 'alu-potato', quantity: 2 }],
    shippingInfo: { ...SHIPPING, ...shipping },
  });
  if (rider !== null) await api(url, 'POST', `/orders/${id}/rider`, { rider });
  return { id, name: shortOrderId(id), total: totalCost };
}

export function orderOf(url: string, { id }: Given): Promise<{ order: OperatorOrder; history: HistoryEntry[] }> {
  return api(url, 'GET', `/orders/${id}`);
}
