import * as messages from '#messages';
import { Link } from '../link.tsx';
import { formatMeasure, formatMessage, formatPrice, productName, secondName } from '../../../messages/format.ts';
import { memo, useId, useLayoutEffect } from 'react';
import { useNavigationType } from 'react-router';
import TriangleAlert from 'virtual:icons/triangle-alert';
import X from 'virtual:icons/x';
import { type CartItem, isInCart } from '../../../domain/orders/cart.ts';
import { isDiscounted, shownLinePrice } from '../../../domain/orders/pricing.ts';
import { readsAlike } from '../../../domain/orders/cart-refresh.ts';
import { cart, limitText } from '../../state/order/cart.ts';
import { useCartRefresh } from '../../state/order/cart-refresh.ts';
import { changeLine, putBack, removedLines, shownLines } from '../../state/order/removed-lines.ts';
import { moveFocusNearby } from '../move-focus-nearby.ts';
import { Thumbnail } from '../picture.tsx';
import { QuantityControl } from '../quantity-control.tsx';
import { QuantityInput } from '../quantity-input.tsx';

/** The lines of the cart, to be changed. What was removed can be put back until the screen is left. */
export default function CartLines() {
  const items = cart.use();
  const { changed, gone } = useCartRefresh({ showsChanges: true });
  const navigation = useNavigationType();
  // The screens of a cart and of an empty one replace each other while the shopper stays.
  useLayoutEffect(() => {
    if (navigation !== 'REPLACE') removedLines.set([]);
  }, [navigation]);
  const lines = shownLines(items, removedLines.use());
  if (lines.length === 0) return null;
  return (
    <ul className="panel rows @container" aria-label={messages.CART_LINES}>
      {lines.map((item) => (
        <Line
          key={item.id}
          item={item}
          limit={limitText(item, items.indexOf(item))}
          before={changed.get(item.id)}
          gone={gone.has(item.id)}
          removed={!isInCart(items, item.id)}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  item: CartItem;
  /** As the shopper saw it, when it has changed. */
  before: CartItem | undefined;
  gone: boolean;
  /** Why an order cannot have it like this. */
  limit: string | null;
  removed: boolean;
}

/** One product, 88 px high. Only a changed line is rendered, and only what is near the screen is laid out. */
const Line = memo(function Line({ item, removed, ...notes }: LineProps) {
  return (
    <li
      aria-label={removed ? undefined : productName(item)}
      className="relative flex min-h-22 flex-wrap items-center gap-x-3 px-3 [contain-intrinsic-height:auto_0px] [content-visibility:auto] @max-[12rem]:py-3"
    >
      {removed ? <Removed item={item} /> : <Controls item={item} {...notes} />}
    </li>
  );
});

function Controls({ item, before, gone, limit }: Omit<LineProps, 'removed'>) {
  const notes = [
    before &&
      !readsAlike(before, item) &&
      formatMessage(messages.PRODUCT_HAS_CHANGED, {
        product: [productName(before), formatMeasure(before)].filter(Boolean).join(', '),
      }),
    before && eachOf(before) !== eachOf(item) && formatMessage(messages.PRICE_HAS_CHANGED, { price: eachOf(before) }),
    limit,
    gone && (item.available ? messages.PRODUCT_IS_GONE : messages.PRODUCT_NOT_AVAILABLE),
  ];
  return (
    <>
      <Thumbnail {...item} sizes="64px" className="size-16 rounded-xl" />
      <div className="min-w-0 flex-1 basis-24 @min-[36rem]:contents">
        <div className="min-w-0 flex-1 pt-1 pr-11 @min-[36rem]:p-1">
          <p translate="no" className="text-sm break-words">
            <Link to={`/product/${item.id}`} className="-my-3 block py-3 hover:underline">
              <span className="font-semibold">{productName(item)}</span>
              {secondName(item) ? (
                <span lang="bn" className="text-xs text-muted">
                  {` ${secondName(item)}`}
                </span>
              ) : null}
            </Link>
          </p>
          <p className="text-xs text-muted figures">
            <span className="whitespace-nowrap">{formatMeasure(item)}</span>
            {/* With one piece, the line's price shows it already. */}
            {item.quantity > 1 ? (
              <>
                {' · '}
                <span className="whitespace-nowrap">{formatMessage(messages.PRICE_EACH, { price: eachOf(item) })}</span>
              </>
            ) : null}
            {isDiscounted(item) ? (
              <>
                {' '}
                <span className="sr-only">{messages.INSTEAD_OF} </span>
                <s className="whitespace-nowrap">
                  {formatPrice(shownLinePrice({ ...item, quantity: 1, discount: '0' }))}
                </s>
              </>
            ) : null}
          </p>
          {notes.filter(Boolean).map((text) => (
            <p key={String(text)} role="status" className="mt-1 flex items-start gap-1 text-sm font-semibold text-clay">
              <TriangleAlert className="size-4 shrink-0" />
              {text}
            </p>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-1 @min-[36rem]:contents">
          {/* Looks 36 px high; its buttons are 44 px. */}
          <div className="my-1 w-33 min-w-0 rounded-xl bg-leaf-soft *:-my-1 *:bg-transparent">
            <QuantityControl item={item} onChange={changeLine}>
              <QuantityInput item={item} onChange={changeLine} />
            </QuantityControl>
          </div>
          <p className="ml-auto text-right font-extrabold whitespace-nowrap figures @min-[36rem]:w-28">
            {formatPrice(shownLinePrice(item))}
          </p>
        </div>
        <button
          type="button"
          aria-label={messages.REMOVE}
          className="absolute top-0 right-0 tap justify-center rounded-xl text-muted hover:text-danger @min-[36rem]:static"
          onClick={({ currentTarget }) => {
            moveFocusNearby(currentTarget);
            changeLine({ type: 'REMOVE_PRODUCT', id: item.id });
          }}
        >
          <X className="size-5" />
        </button>
      </div>
    </>
  );
}

/** In the place of a line. A second tap where it was removed does not put it back. */
function Removed({ item }: { item: CartItem }) {
  const id = useId();
  return (
    <p className="flex w-full flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
      <span id={id} role="status" className="min-w-0 break-words">
        {formatMessage(messages.REMOVED, { name: productName(item) })}
      </span>
      <button
        type="button"
        aria-describedby={id}
        className="-mx-2 ml-auto tap animate-[untouchable_1ms_400ms_backwards] px-2 font-semibold text-leaf underline underline-offset-4"
        onClick={({ currentTarget }) => {
          moveFocusNearby(currentTarget);
          putBack(item.id);
        }}
      >
        {messages.UNDO}
      </button>
    </p>
  );
}

function eachOf(item: CartItem): string {
  return formatPrice(shownLinePrice({ ...item, quantity: 1 }));
}
