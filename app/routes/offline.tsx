import * as messages from '#messages';
import { Link } from '../components/link.tsx';
import { formatMessage } from '../../messages/format.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import WifiOff from 'virtual:icons/wifi-off';
import { splitPath } from '../../base/language.ts';
import { PATIENCE_MS, isPublicPage, OFFLINE_PATH, opensWithoutNetwork } from '../../base/page-copies.ts';
import { shopPath } from '../../base/safe-redirect.ts';
import { Page } from '../shell/page.tsx';
import { PendingScreen } from '../shell/pending-screen.tsx';
import { useCartCount } from '../state/order/cart.ts';
import { connection } from '../state/network/connection.ts';
import { storedPages } from '../shell/stored-pages.ts';

/** In place of the page `?to=`, which the shop does not answer. It goes on there as soon as that is possible. */
export default function Offline() {
  const to = shopPath(new URLSearchParams(useLocation().search).get('to'));
  const navigate = useNavigate();
  const count = useCartCount();
  const [pages, setPages] = useState<ReadonlyMap<string, string | null>>();

  useEffect(() => {
    let done = false;
    const open = async (): Promise<void> => {
      const stored = await storedPages();
      const has = opens(to, stored);
      if (!has && !done) setPages(stored);
      const comes = has || (await shopAnswers());
      if (done) return;
      if (!comes) return connection.reportFailure();
      done = true;
      const { language, path } = splitPath(to);
      if (language === messages.LANGUAGE) void navigate(path, { replace: true });
      else location.replace(to);
    };
    const stop = connection.onRetry(() => void open());
    void open();
    return () => {
      done = true;
      stop();
    };
  }, [to, navigate]);

  if (!pages) return <PendingScreen />;
  return (
    <Page title={messages.YOU_ARE_OFFLINE} personal>
      <div className="mx-auto flex max-w-md flex-col items-center gap-3 py-10 text-center">
        <WifiOff className="size-12 text-muted" />
        <h1>{messages.YOU_ARE_OFFLINE}</h1>
        <p className="text-muted">{messages.OPENS_WITH_CONNECTION}</p>
        <section aria-label={messages.CAN_BE_OPENED} className="mt-4 w-full text-left">
          <h2 className="mb-2 font-semibold">{messages.CAN_BE_OPENED}</h2>
          <ul className="panel rows">
            <Item to={count > 0 ? '/cart' : '/empty-cart'}>{formatMessage(messages.CART_LINK, { n: count })}</Item>
            {[...pages].map(([page, name]) =>
              name === null ? null : (
                <Item key={page} to={splitPath(page).path}>
                  {name}
                </Item>
              ),
            )}
          </ul>
        </section>
      </div>
    </Page>
  );
}

function Item({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className="flex min-h-11 items-center px-4 py-2 font-semibold hover:bg-sunken">
        {children}
      </Link>
    </li>
  );
}

function opens(to: string, stored: ReadonlyMap<string, unknown>): boolean {
  const { pathname, search } = new URL(to, location.origin);
  const { language, path } = splitPath(pathname);
  if (language !== messages.LANGUAGE) return false;
  if (isPublicPage(pathname)) return stored.has(pathname + search);
  return opensWithoutNetwork(pathname) && path !== OFFLINE_PATH;
}

async function shopAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
}
