import * as messages from '#messages';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import { clockParts, dayInDhaka, dayParts, fromDhaka } from '../../base/dates.ts';
import { dayAfter, type DeliveryRules, expectedDelivery } from '../../domain/orders/delivery.ts';
import { useHydrated } from '../state/hydrated.ts';
import { useDeliveryFee } from '../state/order/delivery-fee.ts';
import type { Shop } from '../state/root-data.ts';

/** When, for how much and how: why to buy here. The day is added in the browser, because finished pages are served at any hour. */
export function DeliveryPromise({ shop: { delivery }, className }: { shop: Shop; className: string }) {
  const { fee, atLeast } = useDeliveryFee();
  const cost = formatMessage(messages.DELIVERY_AND_CASH, { price: formatPrice(fee, atLeast) });
  return <p className={className}>{useHydrated() ? `${whenOrderedNow(delivery)} · ${cost}` : cost}</p>;
}

function whenOrderedNow(rules: DeliveryRules): string {
  const now = new Date();
  const today = dayInDhaka(now);
  const day = expectedDelivery(now, rules);
  if (day === dayAfter(today)) return messages.ORDER_NOW_TOMORROW;
  if (day !== today) return formatMessage(messages.ORDER_NOW, dayParts(messages.LANGUAGE, day));
  const until = fromDhaka(new Date(Date.parse(today) + rules.sameDayUntil * 60_000));
  const clock = clockParts(messages.LANGUAGE, until, messages.DAY_PERIODS);
  return rules.sameDayUntil % 60 === 0
    ? formatMessage(messages.ORDER_BEFORE_HOUR, clock)
    : formatMessage(messages.ORDER_BEFORE, clock);
}
