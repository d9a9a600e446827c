import { CART_ITEMS, DEMO_SHOP, SKIP_TO_CONTENT, VIEW_CART_LINK } from '#messages';
import { type ReactNode, useEffect } from 'react';
import { Link } from '../components/link.tsx';
import { Late } from '../components/late.tsx';
import { banner } from '../state/order/checkout.ts';
import type { RootData } from '../state/root-data.ts';
import { Announcer } from './announcer.tsx';
import { CategoryBar, TopStrip } from './header/bars.tsx';
import { useCurrentPath, useOrdering } from './current-path.ts';
import { Footer } from './footer.tsx';
import { Header } from './header/header.tsx';
import { OfflineSupport } from './offline-support.tsx';
import { customer, sessionOver } from '../state/session/customer.ts';
import { stopWhenElsewhere } from '../state/network/other-document.ts';
import { useConnection, usePrefetch } from './hooks/use-connection.ts';
import { useLinks } from './hooks/use-links.ts';
import { useCustomer, useUnfinishedOrder } from './hooks/use-customer.ts';
import { useLivePages } from './hooks/use-live-pages.ts';
import { useScrollRestoration } from './hooks/use-scroll-restoration.ts';
import { formatMessage, formatNumber, formatPrice } from '../../messages/format.ts';
import { shownTotals } from '../../domain/orders/pricing.ts';
import { cart, useCartCount } from '../state/order/cart.ts';
import { useDeliveryFee } from '../state/order/area.ts';

export function Shell({ root, children }: { root: RootData; children: ReactNode }) {
  const { shop } = root;
  const over = sessionOver.use();
  const customerId = customer.use((user) => user?.id ?? '');
  const confirms = banner.use(({ type, flag }) => flag && type !== '');
  const signedIn = (root.signedIn ?? customerId !== '') && !over;
  const router = useConnection();
  useEffect(() => router && stopWhenElsewhere(router), [router]);
  useScrollRestoration(router);
  useCustomer(root);
  useUnfinishedOrder(signedIn, root.shop.guests === true);
  useLivePages(customerId);
  usePrefetch(router);
  useLinks();
  return (
    <div className={`flex min-h-dvh flex-col ${useOrdering(signedIn) ? 'ordering' : ''}`}>
      <a href="#content" className="btn btn-primary absolute -top-20 left-4 z-50 focus:top-2">
        {SKIP_TO_CONTENT}
      </a>
      {shop.isDemo ? (
        <aside className="bg-clay-soft py-1 text-center text-sm font-semibold text-clay">{DEMO_SHOP}</aside>
      ) : null}
      <TopStrip promo={shop.promo} signedIn={signedIn} />
      <Header shop={shop} signedIn={signedIn} />
      <CategoryBar />
      <Late load={() => import('./confirmation-banner.tsx')} wanted={confirms} props={{}} />
      <OfflineSupport />
      <main id="content" tabIndex={-1} className="shop-width flex-1 pt-3 sm:pt-4 focus:[outline:none]">
        {children}
      </main>
      <Footer shop={shop} />
      <CartBar />
      <Announcer />
    </div>
  );
}

/**
 * The cart at the bottom edge of a phone, within reach of the thumb, while a shopper browses. The last part of the page,
 * so that it stands there on a short one too. A product's page has it beside its own next step.
 */
function CartBar() {
  const isEmpty = useCartCount() === 0;
  const browsing = /^\/(?:$|groceries|favourites)/.test(useCurrentPath());
  return isEmpty || !browsing ? null : (
    <aside
      aria-label={CART_ITEMS}
      className="sticky bottom-0 z-20 bg-surface px-4 py-2 [box-shadow:0_-1px_var(--line)] md:hidden"
    >
      <CartLink className="btn-primary w-full" />
    </aside>
  );
}

export function CartLink({ className }: { className: string }) {
  const items = cart.use();
  const price = formatPrice(shownTotals(items, useDeliveryFee()).subTotal);
  const name = formatMessage(VIEW_CART_LINK, { n: items.length, price });
  return items.length === 0 ? null : (
    // It comes where `Add to Cart` was pressed: a second tap there must not leave the page.
    <Link
      to="/cart"
      className={`btn animate-[untouchable_1ms_400ms_backwards] flex-wrap justify-between gap-y-0 figures ${className}`}
    >
      <span className="sr-only">{name}</span>
      <span aria-hidden key={items.length}>{`${name.split(',', 1)} · ${formatNumber(items.length)}`}</span>
      <span aria-hidden key={price} className="font-extrabold">
        {price}
      </span>
    </Link>
  );
}
