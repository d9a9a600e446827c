import { CART_LINES } from '#messages';
import { formatNumber, formatPrice, productName } from '../../../messages/format.ts';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { shownLinePrice } from '../../../domain/orders/pricing.ts';

/** What is in the cart, in short. A long list scrolls, so that what follows stays near. */
export function OrderLines({ items }: { items: readonly CartItem[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- For keys to scroll it.
    <ul aria-label={CART_LINES} tabIndex={0} translate="no" className="max-h-60 overflow-y-auto text-sm figures">
      {items.map((item) => (
        <li key={item.id} className="flex justify-between gap-3 py-1">
          <span className="min-w-0 break-words">
            {formatNumber(item.quantity)} × {productName(item)}
          </span>
          <span className="whitespace-nowrap">{formatPrice(shownLinePrice(item))}</span>
        </li>
      ))}
    </ul>
  );
}
