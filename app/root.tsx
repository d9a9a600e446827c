import type { ReactNode } from 'react';
import { isRouteErrorResponse, Outlet, Scripts } from 'react-router';
import { UNEXPECTED_ERROR } from '../domain/messages.ts';
import type { Route } from './+types/root';
import { servicesOf, viewerOf } from './context.ts';
import { ErrorScreen } from './shell/error-screen.tsx';
import { PendingScreen, useComingScreen } from './shell/pending-screen.tsx';
import { Shell } from './shell/shell.tsx';
import { type RootData, useRootData } from './shop.ts';
import { KEEP_TAPS, START_SCRIPTS, useTakeOver } from './start-script.ts';
import { StyleSheet } from './style-sheet.tsx';

export async function loader(args: Route.LoaderArgs): Promise<RootData> {
  const { shop } = servicesOf(args);
  const viewer = await viewerOf(args);
  return { shop: { name: shop.name, phone: shop.phone }, origin: shop.origin, signedIn: viewer !== null };
}

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
        <script dangerouslySetInnerHTML={{ __html: KEEP_TAPS }} />
      </head>
      <body>
        {root ? <Shell root={root}>{children}</Shell> : <main className="shop-width py-16">{children}</main>}
        <Scripts />
        <script dangerouslySetInnerHTML={{ __html: START_SCRIPTS }} />
      </body>
    </html>
  );
}

export default function App() {
  const coming = useComingScreen();
  return coming ? <PendingScreen screen={coming} /> : <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) {
    const text = error.data?.detail ?? error.data;
    return (
      <ErrorScreen
        title={UNEXPECTED_ERROR}
        status={`${error.status} ${error.statusText}`}
        text={typeof text === 'string' ? text : ''}
      />
    );
  }
  return (
    <ErrorScreen title={UNEXPECTED_ERROR} status="" text={error instanceof Error ? error.message : String(error)} />
  );
}
