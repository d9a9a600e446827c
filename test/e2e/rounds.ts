/** A rider of the worker's shop. */
import type { Page } from '@playwright/test';
import { addRider } from '../support/operator-orders.ts';
import { becomeOperator, type ConsoleOperator } from './console.ts';

/** Logs in the browser of the page as a rider. */
export async function becomeRider(page: Page, url: string): Promise<ConsoleOperator & { id: string; rider: string }> {
  const { id, name } = await addRider(url);
  return { ...(await becomeOperator(page.request, { role: 'rider', rider: id })), id, rider: name };
}
