import { LANGUAGE } from '#messages';
import type { ReactNode } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { localPath, splitPath } from '../base/language.ts';
import { OFFLINE_PATH, opensWithoutNetwork } from '../base/page-copies.ts';
import { writtenPages } from '../domain/shop/pages.ts';
import { USUAL_ACCENT } from '../domain/shop/palette.ts';
import { shopNameIn } from '../domain/shop-name.ts';
import { formatHours } from '../messages/hours.ts';
import type { Route } from './+types/root';
import { servicesOf, viewerOf } from './context.ts';
import { useHydrationEvent } from './document/hydration.ts';
import { DeferredScripts, Icons, InlineScript, StyleSheet } from './document/head.tsx';
import addEarly from './document/add-early.ts?inline-script';
import latePictures from './document/late-pictures.ts?inline-script';
import ownTranslation from './document/own-translation.ts?inline-script';
import replayClicks from './document/replay-clicks.ts?inline-script';
import { ErrorScreen } from './shell/page.tsx';
import { PendingScreen, usePendingPath } from './shell/pending-screen.tsx';
import { isPersonal } from './shell/current-path.ts';
import { Shell } from './shell/shell.tsx';
import { useRootData } from './state/root-data.ts';
import { pageData } from './state/network/page-data.ts';
import { sessionOver } from './state/session/customer.ts';
import { isOutdated } from './state/network/requests.ts';

/** What its operator has set (domain/shop/settings.ts), in the page's language. Texts may be empty. */
export async function loader(args: Route.LoaderArgs) {
  const { shop, categories, checks } = servicesOf(args);
  const settings = shop.settings();
  const { facebook, instagram, youtube } = settings;
  const social = Object.entries({ facebook, instagram, youtube }).filter(([, address]) => address !== '');
  return {
    shop: {
      name: shopNameIn(LANGUAGE, settings),
      phone: settings.phone,
      hours: formatHours(settings.hours),
      promo: shopNameIn(LANGUAGE, { name: settings.promo, nameBn: settings.promoBn }),
      delivery: shop.delivery,
      fee: shop.fee,
      // Of the pages that not every shop has, those with a text.
      pages: writtenPages(settings),
      social: Object.fromEntries(social),
      // Whether visitors may order.
      ...(settings.guestOrders && { guests: true }),
      // Where it is not the usual one.
      ...(shop.look && { look: shop.look }),
      // Whether nobody delivers here yet. Without the database it can still be read what is in memory.
      isDemo: await checks.isDemo().catch(() => false),
    },
    origin: shop.origin,
    categories: categories.menu().map(({ id, group, ...names }) => ({ id, name: shopNameIn(LANGUAGE, names), group })),
    signedIn: await isSignedIn(args),
  };
}

/** Null in a page that the browser stores: then the stored customer counts. */
async function isSignedIn(args: Route.LoaderArgs): Promise<boolean | null> {
  if (splitPath(args.url.pathname).path === OFFLINE_PATH) return null;
  return viewerOf(args).then(
    (viewer) => viewer !== null,
    // Without the database no session can be read. The customer's header stays, and personal data fails itself.
    () => true,
  );
}

/**
 * A page that may be shown without a network loads only data in which nothing is personal. Who is signed in is loaded
 * with other pages, after a form that was not refused, and at a refresh. page-data.ts needs a load to leave an outdated
 * document.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod } = args;
  if (formMethod !== undefined && formMethod !== 'GET') return args.defaultShouldRevalidate;
  const refresh = currentUrl.href === nextUrl.href;
  return refresh || sessionOver.get() || isOutdated() || !opensWithoutNetwork(nextUrl.pathname);
}

export const clientMiddleware = [pageData];

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { accent, logo } = root?.shop.look ?? {};
  useHydrationEvent();
  return (
    <html lang={LANGUAGE}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={accent?.bars[0] ?? USUAL_ACCENT} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={accent?.bars[1] ?? '#1d3325'} media="(prefers-color-scheme: dark)" />
        <Icons logo={logo} />
        <link rel="manifest" href={localPath(LANGUAGE, '/manifest.webmanifest')} />
        {root ? <meta name="apple-mobile-web-app-title" content={root.shop.name} /> : null}
        <StyleSheet accent={accent?.css} />
        <InlineScript text={ownTranslation} />
        <InlineScript text={addEarly} />
        <InlineScript text={replayClicks} />
        <InlineScript text={latePictures} />
      </head>
      <body>
        {root ? <Shell root={root}>{children}</Shell> : <main className="shop-width py-10">{children}</main>}
        <DeferredScripts />
      </body>
    </html>
  );
}

export default function App() {
  const coming = usePendingPath();
  const { pathname } = useLocation();
  if (sessionOver.use() && isPersonal(pathname)) return <PendingScreen />;
  return (
    <>
      {coming === null ? null : <PendingScreen path={coming} />}
      {/* Hidden, not unmounted, while another screen loads: that one may fail. */}
      <div key={pathname} hidden={coming !== null}>
        <Outlet />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
