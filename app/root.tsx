import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { isRouteErrorResponse, Outlet, Scripts, useLocation } from 'react-router';
import { UNEXPECTED_ERROR } from '../domain/messages.ts';
import type { Route } from './+types/root';
import { servicesOf, viewerOf } from './context.ts';
import { InlineScript } from './document/inline-script.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { PendingScreen, usePendingScreen } from './shell/pending-screen.tsx';
import { isPersonal } from './shell/current-path.ts';
import { Shell } from './shell/shell.tsx';
import { type RootData, useRootData } from './state/root-data.ts';
import { KEEP_TAPS, START_SCRIPTS, useTakeOver } from './document/start-script.ts';
import { pageData } from './state/page-data.ts';
import { useSessionOver } from './state/session.ts';
import { StyleSheet } from './document/style-sheet.tsx';

export async function loader(args: Route.LoaderArgs): Promise<RootData> {
  const { shop } = servicesOf(args);
  const signedIn = await viewerOf(args).then(
    (viewer) => viewer !== null,
    // A session that cannot be looked up (no database) is one: the page keeps its header, and what is personal fails by itself.
    () => true,
  );
  return { shop: { name: shop.name, phone: shop.phone }, origin: shop.origin, signedIn };
}

/** All requests for screens' data go through here. */
export const clientMiddleware = [pageData];

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  useTakeOver();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1a7440" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1d3325" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <StyleSheet />
        <InlineScript text={KEEP_TAPS} />
      </head>
      <body>
        {root ? <Shell root={root}>{children}</Shell> : <main className="shop-width py-16">{children}</main>}
        <Scripts />
        <InlineScript text={START_SCRIPTS} />
      </body>
    </html>
  );
}

export default function App() {
  const coming = usePendingScreen();
  const { pathname, search } = useLocation();
  useKeptScroll(coming ? scrollY : null, pathname + search);
  if (useSessionOver() && isPersonal(pathname)) return <PendingScreen screen="plain" />;
  return (
    <>
      {coming ? <PendingScreen screen={coming} /> : null}
      {/* Kept while another screen is on its way: it may not come. */}
      <div key={pathname} hidden={coming !== null}>
        <Outlet />
      </div>
    </>
  );
}

/** The screen at `address`, put aside at the scroll position `y`, stands there again when no other comes. */
function useKeptScroll(y: number | null, address: string): void {
  const kept = useRef<{ address: string; y: number }>(null);
  useLayoutEffect(() => {
    if (y !== null) {
      kept.current ??= { address, y };
      return;
    }
    if (kept.current?.address === address) scrollTo(0, kept.current.y);
    kept.current = null;
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) {
    return (
      <ErrorScreen
        title={UNEXPECTED_ERROR}
        status={`${error.status} ${error.statusText}`}
        text={sentenceOf(error.data?.detail ?? error.data)}
      />
    );
  }
  return (
    <ErrorScreen title={UNEXPECTED_ERROR} status="" text={error instanceof Error ? error.message : String(error)} />
  );
}

/** What an error says for people; a whole document of a proxy says nothing to them. */
function sentenceOf(told: unknown): string {
  return typeof told === 'string' && !/^\s*[<{]/.test(told) ? told : '';
}
