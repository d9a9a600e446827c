import { VIEW_CART, VIEW_CART_LINK } from '#messages';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import { Link } from 'react-router';
import { shownTotals } from '../../domain/orders/pricing.ts';
import { useCart } from '../state/order/cart.ts';
import { CartBadge } from './cart-badge.tsx';
import { useCurrentPath } from './current-path.ts';

/** The cart at the bottom edge of a phone, within reach of the thumb, while a shopper browses. */
export function CartBar() {
  const items = useCart();
  const browsing = /^\/(?:$|groceries|product\/|favourites)/.test(useCurrentPath());
  if (items.length === 0 || !browsing) return null;
  const { subTotal } = shownTotals(items);
  return (
    <div className="sticky bottom-0 z-20 shop-width pt-4 pb-2 md:hidden">
      <Link
        to="/cart"
        aria-label={formatMessage(VIEW_CART_LINK, { n: items.length, price: formatPrice(subTotal) })}
        className="btn btn-primary w-full justify-between [box-shadow:0_4px_16px_#0004]"
      >
        <CartBadge count={items.length} />
        {VIEW_CART}
        <span className="figures">{formatPrice(subTotal)}</span>
      </Link>
    </div>
  );
}
