import { ORDER_NOT_PLACED } from '#messages';
import { finishOrder, showOrderPlaced } from './checkout.ts';
import { orderClient } from './order-client.ts';
import { settleOpenOrder } from './settle-order.ts';
import { toastError } from '../toasts.ts';

/** Settles the customer's open attempt, and tells the shopper its outcome (product §4). Loaded only where there is an attempt. */
export async function settleUnfinished(userId: string): Promise<void> {
  const settled = await settleOpenOrder(orderClient, userId);
  if (settled?.kind === 'void') toastError(ORDER_NOT_PLACED);
  if (settled?.kind !== 'made') return;
  showOrderPlaced();
  finishOrder();
}
