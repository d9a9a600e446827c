import * as messages from '#messages';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { mostInOrder, orderAgain } from '../../../domain/orders/cart.ts';
import { parseCartList } from '../../../domain/catalogue/cart-link.ts';
import { shownLinePrice } from '../../../domain/orders/pricing.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { formatMeasure, formatMessage, formatNumber, formatPrice, productName } from '../../../messages/format.ts';
import { ANSWER_TIMEOUT_MS } from '../../state/forms/form-errors.ts';
import { cart } from '../../state/order/cart.ts';
import { fetchProducts } from '../../state/products/fetch-products.ts';
import { toastError } from '../../state/toasts.ts';
import { Notice } from '../notice.tsx';
import { Thumbnail } from '../picture.tsx';

/** What a link offers for the cart (`/cart?add=`). Nothing is added before it is pressed. */
export default function CartList({ add }: { add: string }) {
  const [current, setCurrent] = useState<readonly Product[]>();
  useEffect(() => {
    const left = new AbortController();
    const ids = parseCartList(add).list.map(({ id }) => id);
    fetchProducts(ids, AbortSignal.any([left.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)])).then(setCurrent, () => {
      if (!left.signal.aborted) toastError(messages.AN_ERROR_OCCURED);
    });
    return () => left.abort();
  }, [add]);
  return current ? <Offer add={add} current={current} /> : null;
}

function Offer({ add, current }: { add: string; current: readonly Product[] }) {
  const navigate = useNavigate();
  const id = useId();
  const { list, isWhole } = parseCartList(add);
  const known = list.flatMap(({ id, quantity: wanted }) => {
    const product = current.find((one) => one.id === id);
    return product ? [{ ...product, wanted, quantity: Math.min(wanted, mostInOrder(product)) }] : [];
  });
  const lines = known.filter(({ available, quantity }) => available && quantity > 0);
  const gone = known.filter((one) => !lines.includes(one)).map(productName);
  const accept = (): void => {
    cart.set(orderAgain(cart.get(), lines, current).items);
    // Without the list, so that a reload adds nothing.
    void navigate('/cart', { replace: true });
  };
  const refuse = () => navigate(cart.get().length > 0 ? '/cart' : '/groceries', { replace: true });
  const isEmpty = lines.length === 0;
  return (
    <section aria-labelledby={id} className="mb-6 panel flex flex-col gap-3 p-4">
      <h2 id={id}>{isEmpty ? messages.CART_LIST_EMPTY : messages.CART_LIST}</h2>
      <ul className="rows empty:hidden">
        {lines.map((line) => (
          <li key={line.id} className="flex min-h-16 items-center gap-3 py-1">
            <Thumbnail {...line} sizes="48px" className="size-12 rounded-xl" />
            <p className="min-w-0 flex-1 text-sm break-words">
              <span translate="no" className="font-semibold">
                {productName(line)}
              </span>{' '}
              <span className="text-muted figures">
                {formatMeasure(line)} × {formatNumber(line.quantity)}
              </span>
              {line.quantity < line.wanted ? (
                <span className="block text-clay">
                  {formatMessage(messages.CART_LIST_FEWER, { n: formatNumber(line.quantity) })}
                </span>
              ) : null}
            </p>
            <p className="font-semibold whitespace-nowrap figures">{formatPrice(shownLinePrice(line))}</p>
          </li>
        ))}
      </ul>
      <Notice
        look="warning"
        text={gone.length > 0 && formatMessage(messages.NO_LONGER_AVAILABLE, { names: gone.join(', ') })}
      />
      <Notice look="warning" text={(!isWhole || known.length < list.length) && messages.CART_LIST_NOT_WHOLE} />
      <div className="flex flex-wrap gap-3">
        {isEmpty ? null : (
          <button type="button" className="btn btn-primary" onClick={accept}>
            {messages.CART_LIST_ADD}
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={() => void refuse()}>
          {messages.CART_LIST_NO}
        </button>
      </div>
    </section>
  );
}
