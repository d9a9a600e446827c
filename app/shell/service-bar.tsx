import * as messages from '#messages';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import Banknote from 'virtual:icons/banknote';
import Clock from 'virtual:icons/clock';
import Truck from 'virtual:icons/truck';
import { SHIPPING_TK } from '../../domain/orders/pricing.ts';

export function ServiceBar() {
  return (
    <div className="mt-12 border-y border-line bg-surface">
      <ul className="shop-width grid gap-x-8 gap-y-3 py-5 text-sm sm:grid-cols-3 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-leaf">
        <li className="flex items-center gap-3">
          <Clock />
          <span>{messages.STORE_HOURS}</span>
        </li>
        <li className="flex items-center gap-3">
          <Truck />
          <span>{formatMessage(messages.DELIVERY_FOR, { price: formatPrice(SHIPPING_TK) })}</span>
        </li>
        <li className="flex items-center gap-3">
          <Banknote />
          <span>{messages.PAY_ON_ARRIVAL}</span>
        </li>
      </ul>
    </div>
  );
}
