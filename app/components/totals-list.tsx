import { DISCOUNT, SHIPPING, SMALLEST_ORDER, SUBTOTAL, TOTAL, YOU_SAVED } from '#messages';
import type { ReactNode } from 'react';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import { formatAmount, type PricedLine, shownTotals, smallestOrder, type Totals } from '../../domain/orders/pricing.ts';
import { ActionBar } from './action-bar.tsx';
import { useDeliveryFee } from '../state/order/area.ts';

/** The totals of a cart, with 1 decimal (product §9). */
export function TotalsList({ lines }: { lines: readonly PricedLine[] }) {
  const delivery = useDeliveryFee();
  const smallest = smallestOrder(lines, delivery);
  return (
    <>
      <TotalsTerms totals={shownTotals(lines, delivery)} atLeast={delivery.atLeast} />
      {smallest === null ? null : (
        <p role="status" className="notice notice-warning">
          {formatMessage(SMALLEST_ORDER, { price: formatPrice(smallest) })}
        </p>
      )}
    </>
  );
}

interface TermsProps {
  /** In Tk. */
  totals: Readonly<Record<keyof Totals, number | string>>;
  /** Writes an amount. */
  write?: (tk: number) => string;
  /** The area decides. */
  atLeast?: true | undefined;
}

/** What is shown adds up: the discount is not part of the sum, because the subtotal already excludes it. */
export function TotalsTerms({ totals, write = formatAmount, atLeast }: TermsProps) {
  const price = (of: keyof Totals, from = false): string => formatPrice(write(Number(totals[of])), from);
  return (
    <div>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 figures [&_dd]:text-right [&_dt]:text-muted">
        <dt>{SUBTOTAL}</dt>
        <dd>{price('subTotal')}</dd>
        <dt>{SHIPPING}</dt>
        <dd>{price('shippingCost', atLeast)}</dd>
        <dt className="sr-only">{DISCOUNT}</dt>
        <dd className="sr-only">{price('discount')}</dd>
        <dt className="border-t border-line pt-3 text-lg font-extrabold text-ink!">{TOTAL}</dt>
        <dd className="border-t border-line pt-3 text-lg font-extrabold">{price('totalCost', atLeast)}</dd>
      </dl>
      {Number(totals.discount) > 0 ? (
        <p aria-hidden className="text-right text-sm font-semibold text-leaf figures">
          {formatMessage(YOU_SAVED, { price: price('discount') })}
        </p>
      ) : null}
    </div>
  );
}

type TotalsBarProps = { lines: readonly PricedLine[]; text?: string | undefined; children: ReactNode };

/** The next step from cart to order, with the total or another `text`. */
export function TotalsBar({ lines, text, children }: TotalsBarProps) {
  const delivery = useDeliveryFee();
  const { totalCost } = shownTotals(lines, delivery);
  return <ActionBar text={text ?? formatPrice(totalCost, delivery.atLeast)}>{children}</ActionBar>;
}
