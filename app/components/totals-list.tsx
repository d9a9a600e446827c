import { DISCOUNT, SHIPPING, SMALLEST_ORDER, SUBTOTAL, TOTAL, YOU_SAVED } from '#messages';
import type { ReactNode } from 'react';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import { formatAmount, type PricedLine, shownTotals, smallestOrder, type Totals } from '../../domain/orders/pricing.ts';
import { ActionBar } from './action-bar.tsx';
import { Notice } from './notice.tsx';
import { useDeliveryFee } from '../state/order/area.ts';

/** The totals of a cart, with 1 decimal (product §9). */
export function TotalsList({ lines }: { lines: readonly PricedLine[] }) {
  const delivery = useDeliveryFee();
  const smallest = smallestOrder(lines, delivery);
  return (
    <>
      <TotalsTerms totals={shownTotals(lines, delivery)} atLeast={delivery.atLeast} />
      <Notice
        look="warning"
        role="status"
        text={smallest !== null && formatMessage(SMALLEST_ORDER, { price: formatPrice(smallest) })}
      />
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
  const rows = [
    { term: SUBTOTAL, amount: price('subTotal') },
    { term: SHIPPING, amount: price('shippingCost', atLeast) },
    { term: DISCOUNT, amount: price('discount'), look: 'sr-only' },
    { term: TOTAL, amount: price('totalCost', atLeast), look: 'border-t border-line pt-3 text-lg font-extrabold' },
  ];
  return (
    <div>
      <dl className="flex flex-col gap-2 figures [&>:not(:last-child)>dt]:text-muted">
        {rows.map(({ term, amount, look = '' }) => (
          <div key={term} className={`flex flex-wrap justify-between gap-x-3 ${look}`}>
            <dt>{term}</dt>
            <dd className="ml-auto">{amount}</dd>
          </div>
        ))}
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
