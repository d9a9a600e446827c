import type { ReactNode } from 'react';
import { formatPrice } from '../../messages/format.ts';
import { type PricedLine, shownTotals } from '../../domain/orders/pricing.ts';
import { useDeliveryFee } from '../state/order/delivery-fee.ts';

/** The next step from cart to order: on a phone at the bottom edge, with the total, within reach of the thumb. */
export function ActionBar({ lines, children }: { lines: readonly PricedLine[]; children: ReactNode }) {
  const delivery = useDeliveryFee();
  const { totalCost } = shownTotals(lines, delivery);
  return (
    // The total is no text of the page, where it stands already.
    <div data-total={formatPrice(totalCost, delivery.atLeast)} className="action-bar">
      {children}
    </div>
  );
}
