/** What the page of an order says, for the two addresses that it has. */
import * as messages from '#messages';
import { dayInDhaka } from '../base/dates.ts';
import type { ShownEvent } from '../domain/orders/history.ts';
import { isOpen, type Order } from '../domain/orders/order.ts';
import { isToldReason } from '../domain/orders/reasons.ts';
import { walletsOf } from '../domain/shop/settings.ts';
import { changeTexts, packedTexts } from '../messages/change-text.ts';
import { formatSlot } from '../messages/dates.ts';
import { deliveryDay, deliveryText, servicesOf } from './context.ts';

export type OrderPage = ReturnType<typeof orderPage>;

export function orderPage(args: Parameters<typeof deliveryDay>[0], order: Order, happened: readonly ShownEvent[]) {
  // As the shopper was told, whatever the rules are today.
  const day = isOpen(order.status) ? (order.deliveryDay ?? deliveryDay(args, new Date(order.time))) : null;
  const isToPay = order.status !== 'canceled' && order.paymentStatus !== 'paid';
  return {
    order,
    history: happened.map((event, number) => Object.assign(eventTexts(event), { at: event.at.toISOString(), number })),
    packed: order.orderItems.map((line) => packedTexts(messages.LANGUAGE, messages, line).join('\n')),
    delivery: day === null ? null : deliveryText(args, order.slot ? `${day} ${formatSlot(order.slot)}` : day),
    late: day !== null && day < dayInDhaka(new Date()),
    wallets: isToPay ? walletsOf(servicesOf(args).shop.settings()) : [],
  };
}

/** A line of the history that a customer sees, and what stands below it. */
function eventTexts(event: ShownEvent): { text: string; details: string[] } {
  switch (event.kind) {
    case 'status': {
      const { to, actor, reason } = event;
      return { text: messages.ORDER_EVENTS[to][actor], details: reason ? [messages.CANCEL_REASON_TEXTS[reason]] : [] };
    }
    case 'set-back':
      return { text: messages.ORDER_SET_BACK, details: [] };
    case 'stage':
      return { text: messages.ORDER_STAGE_EVENTS[event.stage], details: [] };
    case 'edit': {
      const changes = changeTexts(messages.LANGUAGE, messages, event);
      const reason = isToldReason(event.reason) ? messages.CANCEL_REASON_TEXTS[event.reason] : event.reason;
      return { text: messages.ORDER_EDITED, details: [...changes, reason].filter(Boolean) };
    }
  }
}
