import { LANGUAGE } from '#messages';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, type LoaderFunctionArgs, Outlet, useLocation, useRouteError } from 'react-router';
import { hasRight, homeOf } from '../../domain/accounts/roles.ts';
import { isOpenForOrders } from '../../domain/shop/checks.ts';
import { capitalized } from '../../base/text.ts';
import { pageData } from '../state/network/page-data.ts';
import { servicesOf } from '../context.ts';
import { useHydrationEvent } from '../document/hydration.ts';
import { DeferredScripts, Icons, InlineScript, StyleSheet } from '../document/head.tsx';
import replayClicks from '../document/replay-clicks.ts?inline-script';
import { findSession, sessionOf } from './context.ts';
import { ButtonLink } from './kit/form.tsx';
import { Screen, useRootData } from './kit/screen.tsx';
import { Shell } from './shell/shell.tsx';
import { useTypedEarly } from './kit/typed-early.ts';
import { mayLeave } from './kit/unsaved.ts';
import { NO_DRAFT, orderDraft } from './orders/order-draft.ts';
import { PackedWaits } from './packing/waiting.tsx';
import { walletsOf } from '../../domain/shop/settings.ts';
import { NotSaved } from './products/not-saved.tsx';
import { endSending } from './kit/presses.ts';
import { toastError } from '../state/toasts.ts';
import { t, told } from '../../messages/console/t.ts';

export const middleware = [findSession];

export const clientMiddleware = [pageData];

export { reloadRefused as shouldRevalidate } from './kit/answer.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { shop, categories, checks, figures, orders, mail, operators } = servicesOf(args);
  const session = await sessionOf(args);
  const operator = session && { email: session.user.email, name: session.user.name, role: session.user.role };
  const frame = {
    shop: { name: shop.name, phone: shop.phone, ...(shop.look && { look: shop.look }) },
    wallets: walletsOf(shop.settings()),
    operator,
    counts: null,
    latest: null,
    returned: null,
    mailsToFiles: mail.toFiles,
    categories: categories.all().map(({ id, name, nameBn }) => ({ id, name, nameBn })),
    open: isOpenForOrders(shop.settings()),
    backupWarning: operator && hasRight(operator.role, 'health') ? await checks.backupWarning() : null,
    remind: session !== null && (await operators.needsReminder(session, args.request)),
  };
  if (!operator || !hasRight(operator.role, 'orders')) return frame;
  const [counts, { orders: newest }, returned] = await Promise.all([
    figures.statusCounts(),
    orders.admin.list({ limit: 1 }),
    orders.admin.latestReturn(),
  ]);
  const latest = newest.map(({ order: { id, totalCost, source } }) => ({ id, totalCost, source }))[0] ?? null;
  return { ...frame, counts, latest, returned };
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { accent, logo } = root?.shop.look ?? {};
  useHydrationEvent();
  useTypedEarly();
  return (
    <html lang={LANGUAGE}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#faf9f5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131613" media="(prefers-color-scheme: dark)" />
        <Icons logo={logo} />
        <link rel="manifest" href="/operator/manifest.webmanifest" />
        {root ? <meta name="apple-mobile-web-app-title" content={`${root.shop.name} console`} /> : null}
        <StyleSheet accent={accent?.css} />
        <InlineScript text={replayClicks} />
      </head>
      <body>
        {root ? (
          <Shell root={root} mayLeave={mayLogOut}>
            {children}
          </Shell>
        ) : (
          <main className="p-6">{children}</main>
        )}
        <DeferredScripts />
      </body>
    </html>
  );
}

/** Before a logout what is begun in this browser ends. */
function mayLogOut(): boolean {
  if (!mayLeave()) return false;
  // With the customer's address.
  orderDraft.set(NO_DRAFT);
  if (endSending()) return true;
  toastError(t('What you have pressed is not sent yet. Log out when there is a connection.'));
  return false;
}

/** The screens of products say themselves which ones are shown. */
export default function Console() {
  const { pathname } = useLocation();
  return (
    <>
      <PackedWaits />
      {pathname.startsWith('/products') ? null : <NotSaved />}
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const home = homeOf(useRootData()?.operator?.role ?? '');
  const answer = isRouteErrorResponse(error) ? error : null;
  const detail = answer?.data?.detail ?? answer?.data;
  return (
    <Screen title={answer?.status === 403 ? t('Not allowed') : t('Unexpected Application Error!')}>
      {answer ? <p className="font-semibold text-clay">{`${answer.status} ${answer.statusText}`}</p> : null}
      {typeof detail === 'string' ? <p className="text-muted">{told(detail)}</p> : null}
      <ButtonLink
        href={`/operator${home}`}
        label={told(capitalized(home.slice(1)))}
        look="primary"
        className="self-start"
      />
    </Screen>
  );
}
