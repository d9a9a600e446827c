import * as messages from '#messages';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import Banknote from 'virtual:icons/banknote';
import Clock from 'virtual:icons/clock';
import Truck from 'virtual:icons/truck';
import type { ShopFee } from '../../domain/shop/areas.ts';
import { useDeliveryFee } from '../state/order/delivery-fee.ts';
import type { Shop } from '../state/root-data.ts';

export function ServiceBar({ shop: { hours } }: { shop: Shop }) {
  const fee = useDeliveryFee();
  return (
    <div className="mt-12 border-y border-line bg-surface">
      <ul className="shop-width grid gap-x-8 gap-y-3 py-5 text-sm sm:grid-cols-3 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-leaf">
        {hours === '' ? null : (
          <li className="flex items-center gap-3">
            <Clock />
            <span>{hours}</span>
          </li>
        )}
        <li className="flex items-center gap-3">
          <Truck />
          <span>{feeText(fee)}</span>
        </li>
        <li className="flex items-center gap-3">
          <Banknote />
          <span>{messages.PAY_ON_ARRIVAL}</span>
        </li>
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
