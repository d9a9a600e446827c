import { DISCOUNT, DISCOUNT_INCLUDED, SHIPPING, SUBTOTAL, TOTAL } from '#messages';
import { formatPrice } from '../../messages/format.ts';
import { type PricedLine, shownTotals } from '../../domain/orders/pricing.ts';

/** The totals of a cart, with 1 decimal (product §9). */
export function TotalsList({ lines }: { lines: readonly PricedLine[] }) {
  return <TotalsTerms {...shownTotals(lines)} />;
}

/** The discount is shown below the total, because it is not part of the sum: the subtotal already excludes it. */
export function TotalsTerms({ subTotal, shippingCost, discount, totalCost }: ReturnType<typeof shownTotals>) {
  const saved = Number(discount) > 0;
  return (
    <div>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 figures [&_dd]:text-right [&_dt]:text-muted">
        <dt>{SUBTOTAL}</dt>
        <dd>{formatPrice(subTotal)}</dd>
        <dt>{SHIPPING}</dt>
        <dd>{formatPrice(shippingCost)}</dd>
        <dt className="order-1">{DISCOUNT}</dt>
        <dd className={`order-1 ${saved ? 'font-medium text-leaf' : ''}`}>{formatPrice(discount)}</dd>
        <dt className="border-t border-line pt-3 text-lg font-bold text-ink!">{TOTAL}</dt>
        <dd className="border-t border-line pt-3 text-lg font-bold">{formatPrice(totalCost)}</dd>
      </dl>
      {saved ? <p className="text-sm text-muted">{DISCOUNT_INCLUDED}</p> : null}
    </div>
  );
}
