import { DISCOUNT, SHIPPING, SMALLEST_ORDER, SUBTOTAL, TOTAL, YOU_SAVED } from '#messages';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import { type PricedLine, shownTotals, smallestOrder } from '../../domain/orders/pricing.ts';
import { useDeliveryFee } from '../state/order/delivery-fee.ts';

/** The totals of a cart, with 1 decimal (product §9). */
export function TotalsList({ lines }: { lines: readonly PricedLine[] }) {
  const delivery = useDeliveryFee();
  const smallest = smallestOrder(lines, delivery);
  return (
    <>
      <TotalsTerms {...shownTotals(lines, delivery)} atLeast={delivery.atLeast} />
      {smallest === null ? null : (
        <p role="status" className="rounded-xl bg-clay-soft px-4 py-3 font-medium text-clay">
          {formatMessage(SMALLEST_ORDER, { price: formatPrice(smallest) })}
        </p>
      )}
    </>
  );
}

type TermsProps = ReturnType<typeof shownTotals> & { /** The area decides. */ atLeast?: true | undefined };

/** What is shown adds up: the discount is not part of the sum, because the subtotal already excludes it. */
export function TotalsTerms({ subTotal, shippingCost, discount, totalCost, atLeast }: TermsProps) {
  return (
    <div>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 figures [&_dd]:text-right [&_dt]:text-muted">
        <dt>{SUBTOTAL}</dt>
        <dd>{formatPrice(subTotal)}</dd>
        <dt>{SHIPPING}</dt>
        <dd>{formatPrice(shippingCost, atLeast)}</dd>
        <dt className="sr-only">{DISCOUNT}</dt>
        <dd className="sr-only">{formatPrice(discount)}</dd>
        <dt className="border-t border-line pt-3 text-lg font-bold text-ink!">{TOTAL}</dt>
        <dd className="border-t border-line pt-3 text-lg font-bold">{formatPrice(totalCost, atLeast)}</dd>
      </dl>
      {Number(discount) > 0 ? (
        <p aria-hidden className="text-right text-sm font-medium text-leaf figures">
          {formatMessage(YOU_SAVED, { price: formatPrice(discount) })}
        </p>
      ) : null}
    </div>
  );
}
