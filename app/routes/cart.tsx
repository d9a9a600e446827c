import * as messages from '#messages';
import { formatMeasure, formatMessage, formatNumber, formatPrice, productName } from '../../messages/format.ts';
import { memo } from 'react';
import { Link, Navigate, redirect, useLocation } from 'react-router';
import TriangleAlert from 'virtual:icons/triangle-alert';
import { type CartItem, isInCart, MAX_ORDER_LINES, pieces } from '../../domain/orders/cart.ts';
import { isDiscounted, shownLinePrice } from '../../domain/orders/pricing.ts';
import { readsAlike } from '../../domain/orders/cart-refresh.ts';
import { asRecord } from '../../base/record.ts';
import { ActionBar, TotalsList } from '../components/totals-list.tsx';
import { Breadcrumb } from '../components/breadcrumb.tsx';
import { moveFocusNearby } from '../components/move-focus-nearby.ts';
import { Thumbnail } from '../components/picture.tsx';
import { ProductName } from '../components/products/product-name.tsx';
import { QuantityControl } from '../components/quantity-control.tsx';
import { QuantityInput } from '../components/quantity-input.tsx';
import { areaFees, deliveryText, requireViewer } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { askSession } from '../state/session/ask-session.ts';
import { refreshArea } from '../state/order/area.ts';
import { cart, changeCart, limitText } from '../state/order/cart.ts';
import { useCartRefresh } from '../state/order/cart-refresh.ts';
import { toastSuccess } from '../state/toasts.ts';
import { useHydrated } from '../state/page-start.ts';
import type { Route } from './+types/cart';

export async function loader(args: Route.LoaderArgs) {
  await requireViewer(args);
  return { delivery: deliveryText(args), fees: areaFees(args) };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const answer = await askSession(serverLoader);
  if (cart.get().length === 0) throw redirect('/empty-cart');
  if (answer) refreshArea(answer.fees);
  return answer;
}
clientLoader.hydrate = true as const;

export { PendingScreen as HydrateFallback } from '../shell/pending-screen.tsx';

export default function Cart({ loaderData }: Route.ComponentProps) {
  const { state } = useLocation();
  // From an order that was put into the cart again.
  const again = asRecord(state)?.orderedAgain === true ? messages.IN_CART_AT_TODAYS_PRICES : null;
  const missing = asRecord(state)?.missing;
  const items = cart.use();
  const { changed, gone } = useCartRefresh({ showsChanges: true });
  const hydrated = useHydrated();
  // The last line was removed, in this tab or another one.
  if (hydrated && items.length === 0) return <Navigate to="/empty-cart" replace />;
  return (
    <Page title={messages.CART} personal>
      <Breadcrumb trail={[{ text: messages.CART }, { text: messages.CHECKOUT }, { text: messages.PAYMENT }]} />
      <div className="mb-4 flex flex-wrap items-baseline gap-x-3">
        <h1>{messages.CART}</h1>
        <p className="text-muted figures">
          {formatMessage(messages.KIND_COUNT, { n: items.length })},{' '}
          {formatMessage(messages.PIECE_COUNT, { n: pieces(items) })}
        </p>
      </div>
      {again ? (
        <p role="status" className="mb-4 notice notice-good">
          {again} {typeof missing === 'string' ? missing : null}
        </p>
      ) : null}
      {items.length > MAX_ORDER_LINES ? (
        <p role="status" className="mb-4 notice notice-warning">
          {formatMessage(messages.CART_TOO_LONG, { n: items.length, limit: MAX_ORDER_LINES })}
        </p>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <ul className="panel rows" aria-label={messages.CART_LINES}>
          {items.map((item, index) => (
            <Line
              key={item.id}
              item={item}
              limit={limitText(item, index)}
              before={changed.get(item.id)}
              gone={gone.has(item.id)}
            />
          ))}
        </ul>
        <aside aria-label={messages.TOTALS} className="panel flex flex-col gap-4 p-4 lg:sticky lg:top-20">
          <TotalsList lines={items} />
          {loaderData ? <p className="text-sm text-muted">{loaderData.delivery}</p> : null}
          <ActionBar lines={items}>
            <Link to="/checkout" className="btn btn-primary">
              {messages.CHECKOUT}
            </Link>
          </ActionBar>
          <Link to="/groceries" className="btn btn-quiet">
            {messages.ADD_MORE}
          </Link>
        </aside>
      </div>
    </Page>
  );
}

interface LineProps {
  item: CartItem;
  /** As the shopper saw it, when it has changed. */
  before: CartItem | undefined;
  gone: boolean;
  /** Why an order cannot have it like this. */
  limit: string | null;
}

/** One product of the cart. Only a changed line is rendered, and only what is near the screen is laid out. */
const Line = memo(function Line({ item, before, gone, limit }: LineProps) {
  return (
    <li
      aria-label={productName(item)}
      className="[content-visibility:auto] [contain-intrinsic-height:auto_10rem] grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 p-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_7rem] sm:gap-x-4 sm:p-4"
    >
      <Thumbnail imgUrl={item.imgUrl} sizes="80px" className="size-20 rounded-xl" />
      <div>
        <ProductName product={item} />
        <p className="text-sm text-muted figures">
          {/* With one piece, the line's price shows it already. */}
          {item.quantity > 1 ? formatMessage(messages.PRICE_EACH, { price: eachOf(item) }) : null}
          {isDiscounted(item) ? (
            <>
              {' '}
              <span className="sr-only">{messages.INSTEAD_OF} </span>
              <s>{formatPrice(shownLinePrice({ ...item, quantity: 1, discount: '0' }))}</s>{' '}
              <span className="whitespace-nowrap">
                {formatMessage(messages.DISCOUNT_BADGE, { percent: formatNumber(item.discount) })}
              </span>
            </>
          ) : null}
        </p>
        {before && !readsAlike(before, item) ? (
          <Note
            text={formatMessage(messages.PRODUCT_HAS_CHANGED, {
              product: [productName(before), formatMeasure(before)].filter(Boolean).join(', '),
            })}
          />
        ) : null}
        {before && eachOf(before) !== eachOf(item) ? (
          <Note text={formatMessage(messages.PRICE_HAS_CHANGED, { price: eachOf(before) })} />
        ) : null}
        {limit ? <Note text={limit} /> : null}
        {gone ? <Note text={item.available ? messages.PRODUCT_IS_GONE : messages.PRODUCT_NOT_AVAILABLE} /> : null}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-3 sm:contents">
        <div className="w-36">
          <QuantityControl item={item} onChange={changeCart}>
            <QuantityInput item={item} onChange={changeCart} />
          </QuantityControl>
        </div>
        <div className="flex flex-1 flex-row-reverse flex-wrap items-center justify-between text-right sm:block">
          <p className="font-extrabold whitespace-nowrap figures">{formatPrice(shownLinePrice(item))}</p>
          <button
            type="button"
            className="tap rounded-xl px-2 text-sm sm:-mr-2  text-muted underline underline-offset-4 hover:text-danger"
            onClick={({ currentTarget }) => {
              moveFocusNearby(currentTarget);
              removeLine(item);
            }}
          >
            {messages.REMOVE}
          </button>
        </div>
      </div>
    </li>
  );
});

function eachOf(item: CartItem): string {
  return formatPrice(shownLinePrice({ ...item, quantity: 1 }));
}

/** Removes a line, which can be put back to its place. */
function removeLine(item: CartItem): void {
  const index = cart.get().findIndex(({ id }) => id === item.id);
  changeCart({ type: 'REMOVE_PRODUCT', id: item.id });
  toastSuccess(formatMessage(messages.REMOVED, { name: productName(item) }), () => {
    const items = cart.get();
    if (!isInCart(items, item.id)) cart.set([...items.slice(0, index), item, ...items.slice(index)]);
  });
}

function Note({ text }: { text: string }) {
  return (
    <p role="status" className="mt-1 inline-flex items-start gap-1 text-sm font-semibold text-clay">
      <TriangleAlert className="mt-1 size-4 shrink-0" />
      {text}
    </p>
  );
}
