import { SKIP_TO_CONTENT } from '#messages';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Late } from '../components/late.tsx';
import { banner } from '../state/order/banner.ts';
import type { RootData } from '../state/root-data.ts';
import { Announcer } from './announcer.tsx';
import { CategoryBar } from './category-bar.tsx';
import { useCurrentPath } from './current-path.ts';
import { DeliveryPromise } from './delivery-promise.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineSupport } from './offline-support.tsx';
import { CartBar } from './cart-bar.tsx';
import { ServiceBar } from './service-bar.tsx';
import { TopStrip } from './top-strip.tsx';
import { customer } from '../state/session/customer.ts';
import { sessionOver } from '../state/session/session.ts';
import { useStored } from '../state/local-storage.ts';
import { useConnection } from './use-connection.ts';
import { useCustomer } from './use-customer.ts';
import { useLivePages } from './use-live-pages.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useUnfinishedOrder } from './use-unfinished-order.ts';

export function Shell({ root, children }: { root: RootData; children: ReactNode }) {
  const { shop } = root;
  const over = sessionOver.use();
  const customerId = useStored(customer, (user) => user?.id ?? '');
  const confirms = useStored(banner, ({ type, flag }) => flag && type !== '');
  const signedIn = (root.signedIn ?? customerId !== '') && !over;
  useScrollToTop();
  const browsing = /^\/(?:$|groceries|favourites)/.test(useCurrentPath());
  const router = useConnection();
  useCustomer(root);
  useUnfinishedOrder(signedIn);
  useLivePages(customerId);
  usePrefetch(router);
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="btn btn-primary absolute -top-20 left-4 z-50 focus:top-2">
        {SKIP_TO_CONTENT}
      </a>
      <TopStrip signedIn={signedIn} />
      <Header shop={shop} signedIn={signedIn} />
      <CategoryBar />
      {browsing ? (
        <DeliveryPromise
          delivery={shop.delivery}
          className="shop-width pt-0.5 text-xs leading-4.5 font-medium text-leaf-strong sm:pt-2 sm:text-sm"
        />
      ) : null}
      <Late load={() => import('./confirmation-banner.tsx')} wanted={confirms} />
      <OfflineSupport />
      <main id="content" tabIndex={-1} className="shop-width flex-1 pt-1 sm:pt-4 focus:[outline:none]">
        {children}
      </main>
      <CartBar />
      <ServiceBar />
      <Footer shop={shop} />
      <Announcer />
    </div>
  );
}

/** Every navigation scrolls to the top of the page (product §2), also back and forward. A reload keeps the position. */
function useScrollToTop(): void {
  const { key } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    const [opened] = performance.getEntriesByType('navigation');
    if (opened instanceof PerformanceNavigationTiming && opened.type === 'back_forward') window.scrollTo(0, 0);
    const listening = new AbortController();
    const byShop = (): void => {
      history.scrollRestoration = 'manual';
    };
    const byBrowser = (): void => {
      history.scrollRestoration = 'auto';
    };
    // After the browser has restored the position of a reloaded page.
    if (document.readyState === 'complete') byShop();
    else window.addEventListener('load', byShop, listening);
    window.addEventListener('pageshow', ({ persisted }) => persisted && byShop(), listening);
    window.addEventListener('pagehide', byBrowser, listening);
    return () => listening.abort();
  }, []);
  useEffect(() => {
    if (!first.current) window.scrollTo(0, 0);
    first.current = false;
  }, [key]);
}
