import { VIEW_CART_LINK } from '#messages';
import { formatMessage, formatPrice } from '../../messages/format.ts';
import { Link } from 'react-router';
import { shownTotals } from '../../domain/orders/pricing.ts';
import { useCart } from '../state/order/cart.ts';
import { useDeliveryFee } from '../state/order/delivery-fee.ts';
import { useCurrentPath } from './current-path.ts';

/** The cart at the bottom edge of a phone, within reach of the thumb, while a shopper browses. */
export function CartBar() {
  const items = useCart();
  const delivery = useDeliveryFee();
  const browsing = /^\/(?:$|groceries|product\/|favourites)/.test(useCurrentPath());
  if (items.length === 0 || !browsing) return null;
  const { subTotal } = shownTotals(items, delivery);
  const name = formatMessage(VIEW_CART_LINK, { n: items.length, price: formatPrice(subTotal) });
  return (
    <div className="sticky bottom-0 z-20 shop-width pt-4 pb-2 md:hidden">
      {/* It comes where `Add to Cart` was pressed: a second tap there must not leave the page. */}
      <Link
        to="/cart"
        aria-label={name}
        className="btn btn-primary w-full animate-[untouchable_1ms_400ms_backwards] justify-between figures [box-shadow:0_4px_16px_#0004]"
      >
        {/* With a space between them, so that it reads like its name. */}
        {name.split(', ').map((part) => [<span key={part}>{part}</span>, ' '])}
      </Link>
    </div>
  );
}
