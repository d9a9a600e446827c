import * as messages from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { Navigate, redirect, useLocation } from 'react-router';
import { MAX_ORDER_LINES, pieces } from '../../domain/orders/cart.ts';
import { asRecord } from '../../base/record.ts';
import { NextLink, QuietLink } from '../components/link.tsx';
import { TotalsBar, TotalsList } from '../components/totals-list.tsx';
import CartLines from '../components/order/cart-lines.tsx';
import { Late } from '../components/late.tsx';
import { Notice } from '../components/notice.tsx';
import { OrderSteps } from '../components/order/order-steps.tsx';
import { areaFees, deliveryText, requireShopper } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { askSession } from '../state/session/ask-session.ts';
import { refreshArea } from '../state/order/area.ts';
import { cart } from '../state/order/cart.ts';
import { useHydrated } from '../state/page-start.ts';
import type { Route } from './+types/cart';

export async function loader(args: Route.LoaderArgs) {
  // What a shared link offers, everybody can look at.
  if (!args.url.searchParams.has('add')) await requireShopper(args);
  return { delivery: deliveryText(args), fees: areaFees(args) };
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const answer = await askSession(serverLoader);
  if (cart.get().length === 0 && !new URL(request.url).searchParams.has('add')) throw redirect('/empty-cart');
  if (answer) refreshArea(answer.fees);
  return answer;
}
clientLoader.hydrate = true as const;

export { PendingScreen as HydrateFallback } from '../shell/pending-screen.tsx';

export default function Cart({ loaderData }: Route.ComponentProps) {
  const { state, search } = useLocation();
  // From an order that was put into the cart again.
  const notice = asRecord(state)?.notice;
  const add = new URLSearchParams(search).get('add');
  const items = cart.use();
  const limit = MAX_ORDER_LINES;
  const tooLong = items.length > limit && formatMessage(messages.CART_TOO_LONG, { n: items.length, limit });
  const hydrated = useHydrated();
  // The last line was removed, in this tab or another one.
  if (hydrated && items.length === 0 && add === null) return <Navigate to="/empty-cart" replace />;
  return (
    <Page title={messages.CART} personal>
      {add === null ? null : <Late load={() => import('../components/order/cart-list.tsx')} wanted props={{ add }} />}
      {items.length === 0 ? null : (
        <>
          <OrderSteps at={0} />
          <div className="mb-4 flex flex-wrap items-baseline gap-x-3">
            <h1>{messages.CART}</h1>
            <p className="text-muted figures">
              {formatMessage(messages.KIND_COUNT, { n: items.length })},{' '}
              {formatMessage(messages.PIECE_COUNT, { n: pieces(items) })}
            </p>
          </div>
          <Notice look="good" text={typeof notice === 'string' && notice} className="mb-4" />
          <Notice look="warning" role="status" text={tooLong} className="mb-4" />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[1fr_20rem]">
            <CartLines />
            <aside aria-label={messages.TOTALS} className="panel flex flex-col gap-4 p-4 lg:sticky lg:top-20">
              <TotalsList lines={items} />
              {loaderData ? <p className="text-sm text-muted">{loaderData.delivery}</p> : null}
              <TotalsBar lines={items}>
                <NextLink to="/checkout">{messages.CHECKOUT}</NextLink>
              </TotalsBar>
              <QuietLink to="/groceries">{messages.ADD_MORE}</QuietLink>
            </aside>
          </div>
        </>
      )}
    </Page>
  );
}
