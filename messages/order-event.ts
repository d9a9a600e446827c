import * as messages from '#messages';
import type { ShownEvent } from '../domain/orders/history.ts';
import { isToldReason } from '../domain/orders/reasons.ts';
import { changeTexts } from './change-text.ts';

/** A line of the history that a customer sees, and what stands below it. */
export function eventTexts(event: ShownEvent): { text: string; details: string[] } {
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
      const address = event.otherAddress ? [messages.ADDRESS_EDITED] : [];
      return { text: messages.ORDER_EDITED, details: [...changes, ...address, reason].filter(Boolean) };
    }
  }
}
