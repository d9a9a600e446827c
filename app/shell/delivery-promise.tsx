import * as messages from '#messages';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import Banknote from 'virtual:icons/banknote';
import Clock from 'virtual:icons/clock';
import Truck from 'virtual:icons/truck';
import { clockParts, dayInDhaka, dayParts, fromDhaka } from '../../base/dates.ts';
import { dayAfter, type DeliveryRules, expectedDelivery, latestOrder } from '../../domain/orders/delivery.ts';
import type { ShopFee } from '../../domain/shop/areas.ts';
import { useHydrated } from '../state/page-start.ts';
import { useDeliveryFee } from '../state/order/area.ts';
import type { Shop } from '../state/root-data.ts';

type PromiseProps = { shop: Shop; form?: 'short' | 'when'; className?: string };

/** When, for how much and how: why to buy here. `short`: in the header, for the eye. `when`: only that. */
export function DeliveryPromise({ shop, form, className }: PromiseProps) {
  const { fee, atLeast = false } = useDeliveryFee();
  const { day, when } = promised(shop.delivery);
  const short = form === 'short';
  const price = formatPrice(fee, atLeast && !short);
  const full = form === 'when' ? when : `${when} · ${formatMessage(messages.DELIVERY_AND_CASH, { price })}`;
  return (
    <span
      // The clock that wrote a stored page was another one: this is written anew when React has taken over.
      key={String(useHydrated())}
      suppressHydrationWarning
      aria-hidden={short}
      className={className}
    >
      {short ? formatMessage(messages.PROMISE, { day, price: atLeast ? `${price}+` : price }) : full}
    </span>
  );
}

/** The day of what is ordered now, in a word and in a clause. */
function promised(rules: DeliveryRules): { day: string; when: string } {
  const now = new Date();
  const today = dayInDhaka(now);
  const expected = expectedDelivery(now, rules);
  if (expected === dayAfter(today)) return { day: messages.ARRIVES_TOMORROW, when: messages.ORDER_NOW_TOMORROW };
  if (expected !== today) {
    const parts = dayParts(messages.LANGUAGE, expected);
    return { day: parts.weekday, when: formatMessage(messages.ORDER_NOW, parts) };
  }
  const minutes = latestOrder(today, rules);
  const until = fromDhaka(new Date(Date.parse(today) + minutes * 60_000));
  const clock = clockParts(messages.LANGUAGE, until, messages.DAY_PERIODS);
  const text = minutes % 60 === 0 ? messages.ORDER_BEFORE_HOUR : messages.ORDER_BEFORE;
  return { day: messages.ARRIVES_TODAY, when: formatMessage(text, clock) };
}

export function ServiceBar({ shop: { hours } }: { shop: Shop }) {
  const facts = [
    { Icon: Clock, text: hours },
    { Icon: Truck, text: feeText(useDeliveryFee()) },
    { Icon: Banknote, text: messages.PAY_ON_ARRIVAL },
  ];
  return (
    <div className="border-b border-line bg-surface">
      <ul className="shop-width grid gap-x-6 gap-y-3 py-4 text-sm sm:grid-cols-3 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-leaf">
        {facts.map(({ Icon, text }) =>
          text === '' ? null : (
            <li key={text} className="flex items-center gap-3">
              <Icon />
              <span>{text}</span>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

function feeText({ fee, freeFrom, minimum, atLeast }: ShopFee): string {
  const price = formatPrice(fee);
  if (atLeast) return formatMessage(messages.DELIVERY_FROM, { price });
  if (freeFrom === null && minimum === null) return formatMessage(messages.DELIVERY_FOR, { price });
  return [
    formatMessage(messages.DELIVERY_FEE, { price }),
    ...(freeFrom === null ? [] : [formatMessage(messages.FREE_FROM, { price: formatPrice(freeFrom) })]),
    ...(minimum === null ? [] : [formatMessage(messages.ORDERS_FROM, { price: formatPrice(minimum) })]),
  ].join(' · ');
}
