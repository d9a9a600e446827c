import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { hasRight } from '../../../domain/accounts/roles.ts';
import { Announcer } from '../../shell/announcer.tsx';
import { Logo } from '../../shell/logo.tsx';
import { Toaster } from '../../shell/toaster.tsx';
import { useConnection } from '../../shell/hooks/use-connection.ts';
import { newOrders, type RootData } from '../kit/screen.tsx';
import { say } from '../kit/say.tsx';
import { formatTk } from '../kit/values.tsx';
import { ActionForm, Button, ButtonLink, useKeepFocus } from '../kit/form.tsx';
import { Navigation } from './navigation.tsx';
import { useOnline } from '../../state/network/connection.ts';
import { loggedOut } from '../kit/answer.ts';
import { orderCount, shortOrderId } from '../../../domain/orders/order.ts';
import { cancelReasonOf, reasonLabel } from '../../../domain/orders/reasons.ts';
import { toastSuccess } from '../../state/toasts.ts';
import { usePhoneSeen } from '../kit/phone.ts';
import { useLiveConsole } from '../kit/requests.ts';
import { useUnsavedQuestion } from '../kit/unsaved.ts';
import { createStored, readFlag } from '../../state/local-storage.ts';
import { t, told } from '../../../messages/console/t.ts';

export function Shell({ root, mayLeave, children }: { root: RootData; mayLeave: () => boolean; children: ReactNode }) {
  const { operator, shop } = root;
  // Read in the sun.
  const outside = operator !== null && !hasRight(operator.role, 'orders');
  const { pathname } = useLocation();
  useConnection();
  useLiveConsole(operator?.email ?? null);
  usePhoneSeen(operator?.email ?? null);
  useNewOrders(root);
  useReturned(root);
  useKeepFocus(null, root.remind);
  useScrollToTop();
  useUnsavedQuestion();
  return (
    <div
      className={`${outside ? 'contrast ' : ''}min-h-dvh pb-[4.5rem] lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:pb-0 print:block print:p-0`}
    >
      <a href="#content" className="btn btn-primary absolute -top-20 left-4 z-50 focus:top-2 print:hidden">
        {t('Skip to content')}
      </a>
      <header className="sticky top-0 z-30 border-line bg-surface lg:h-dvh lg:border-r print:hidden">
        <div className="relative lg:flex lg:h-full lg:flex-col lg:px-3 lg:py-4">
          <p
            translate="no"
            className={`flex items-baseline gap-2 p-4 lg:px-2 lg:pt-0 ${operator ? 'max-lg:hidden' : ''}`}
          >
            {shop.look?.logo ? (
              <Logo shop={shop} />
            ) : (
              <span className="text-lg font-extrabold text-leaf">{shop.name}</span>
            )}
            <span className="text-sm text-muted">{t('console')}</span>
          </p>
          {operator ? <Navigation operator={operator} mayLeave={mayLeave} /> : null}
          <Toaster className="bottom-32 lg:bottom-20" />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-5xl flex-col px-4 py-4 focus:[outline:none] lg:px-6 lg:py-6 print:block print:p-0"
      >
        <Obstacle />
        {root.remind ? <Reminder /> : null}
        {operator && hasRight(operator.role, 'settings') && !root.open && pathname === '/orders' ? (
          <p className="panel mb-4 px-4 py-1 print:hidden">
            {t('Your shop is not open yet.')} <ButtonLink to="/opening" label={t('Open your shop')} look="link" />
          </p>
        ) : null}
        {root.backupWarning !== null && pathname === '/orders' ? (
          <p className="panel mb-4 border-clay px-4 py-1 print:hidden">
            {t('Your backup needs you: {why}.', { why: told(root.backupWarning) })}{' '}
            <ButtonLink to="/health" label={t('Look at it')} look="link" />
          </p>
        ) : null}
        {children}
      </main>
      <Announcer />
    </div>
  );
}

/**
 * A screen, and a page of a list, opens at its top, before it is seen. Another change of the query keeps the position,
 * and so does the start of the scripts.
 */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const screen = `${pathname} ${useSearchParams()[0].get('after')}`;
  const shown = useRef(screen);
  useLayoutEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    // It returns a promise in new browsers, which React would take for a clean-up.
    void window.scrollTo(0, 0);
  }, [screen]);
}

const OFFLINE = t('No connection. What you see may be old, and nothing can be changed.');

/** What keeps the operator from changing anything, as long as it does. */
function Obstacle() {
  const online = useOnline();
  const isLoggedOut = loggedOut.use();
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  let text: ReactNode = null;
  if (!online) text = /^\/round$|\/pack$/.test(pathname) ? t('No connection. What you press is sent later.') : OFFLINE;
  else if (isLoggedOut)
    text = (
      <>
        {say('You are logged out. {link} in a new tab, then press the button again.', {
          link: (
            <a
              href={`/operator/login?next=${next}`}
              target="_blank"
              rel="noreferrer"
              className="tap font-extrabold underline"
            >
              {t('Log in')}
            </a>
          ),
        })}
      </>
    );
  return (
    <div role="status" className="sticky top-2 z-20 lg:top-4 print:hidden">
      {text ? <p className="panel mb-4 border-clay px-4 py-2 font-semibold">{text}</p> : null}
    </div>
  );
}

/** For owners whose password alone opens the console. */
function Reminder() {
  const { pathname } = useLocation();
  if (pathname === '/account') return null;
  // A phone has room for five orders, and none for this above them.
  const place = pathname === '/orders' ? 'max-lg:order-last max-lg:mt-4 lg:mb-4' : 'mb-4';
  return (
    <ActionForm
      action="/account"
      aria-label={t('Reminder')}
      className={`panel flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 print:hidden ${place}`}
    >
      <p className="flex-1 basis-60">
        <strong>{t('Your password alone opens the console.')}</strong>{' '}
        {t('A passkey cannot be guessed, nor given away to a false page.')}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <ButtonLink to="/account" label={t('Add a passkey')} look="link" />
        <Button look="quiet" intent="later" label={t('Not now')} waits />
      </div>
    </ActionForm>
  );
}

/** Announces new orders, and counts them in the window's title until the operator does something. */
function useNewOrders({ counts, latest }: RootData): void {
  const total = counts && orderCount(counts);
  const known = useRef<number>(null);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const announce = useEffectEvent((added: number, { id, totalCost, source }: NonNullable<typeof latest>) => {
    // It was taken on this screen a moment ago.
    if (source === 'phone' && ['/orders/new', `/orders/${id}`].includes(pathname)) return;
    newOrders.set(newOrders.get() + added);
    ring();
    const text =
      added === 1
        ? t('New order {order}, {amount}', { order: shortOrderId(id), amount: formatTk(totalCost) })
        : t('{n} new orders', { n: added });
    toastSuccess(text, () => void navigate(added === 1 ? `/orders/${id}` : '/orders'), t('Open'));
  });
  useEffect(() => {
    if (total === null) return;
    const added = total - (known.current ?? total);
    known.current = total;
    if (added > 0 && latest) announce(added, latest);
  }, [total, latest]);
  useEffect(() => {
    const seen = (): void => {
      newOrders.set(0);
      allowSound();
    };
    const mounted = new AbortController();
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, seen, { signal: mounted.signal });
    return () => mounted.abort();
  }, []);
}

/** Announces what a rider brings back. */
function useReturned({ returned }: RootData): void {
  const known = useRef(returned?.at ?? 0);
  const navigate = useNavigate();
  useEffect(() => {
    if (!returned || returned.at <= known.current) return;
    known.current = returned.at;
    const why = cancelReasonOf(returned.reason);
    const text =
      t('{order} was not delivered', { order: shortOrderId(returned.id) }) + (why ? `: ${told(reasonLabel(why))}` : '');
    toastSuccess(text, () => void navigate(`/orders/${returned.id}`), t('Open'));
  }, [returned, navigate]);
}

export const soundOn = createStored<boolean>({ key: 'orderSound', empty: false, read: readFlag });

let audio: AudioContext | undefined;

/** On a press, because browsers allow no sound before one. */
export function allowSound(): void {
  if (!soundOn.get()) return;
  audio ??= new AudioContext();
  void audio.resume();
}

/** Two short tones. */
function ring(): void {
  if (!soundOn.get() || audio?.state !== 'running') return;
  for (const [at, frequency] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at * 0.18;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}
