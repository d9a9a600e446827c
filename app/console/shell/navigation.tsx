import { useRef } from 'react';
import { Link, useFetcher, useLocation } from 'react-router';
import Banknote from 'virtual:icons/banknote';
import Bike from 'virtual:icons/bike';
import ChartColumn from 'virtual:icons/chart-column';
import Ellipsis from 'virtual:icons/ellipsis';
import ClipboardList from 'virtual:icons/clipboard-list';
import NotebookText from 'virtual:icons/notebook-text';
import ScrollText from 'virtual:icons/scroll-text';
import SettingsIcon from 'virtual:icons/settings';
import LogOut from 'virtual:icons/log-out';
import Store from 'virtual:icons/store';
import ShoppingBasket from 'virtual:icons/shopping-basket';
import UserRoundCog from 'virtual:icons/user-round-cog';
import Users from 'virtual:icons/users';
import { hasRight, type Right } from '../../../domain/accounts/roles.ts';
import { OPEN_STATUSES } from '../../../domain/orders/order.ts';
import { SETTINGS_PATHS, useRootData } from '../kit/screen.tsx';
import { ConfirmButton } from '../kit/form.tsx';
import { formatNumber } from '../../../messages/format.ts';
import { t } from '../../../messages/console/t.ts';

interface ConsoleLink {
  to: string;
  text: string;
  Icon: typeof Bike;
  right: Right;
  /** Other screens that belong to it. */
  also?: readonly string[];
}

const IN_SETTINGS = SETTINGS_PATHS.filter((path) => path !== '/riders');

const LINKS: readonly ConsoleLink[] = [
  { to: '/round', text: t('Round'), Icon: Bike, right: 'round' },
  { to: '/orders', text: t('Orders'), Icon: ClipboardList, right: 'orders' },
  { to: '/products', text: t('Products'), Icon: ShoppingBasket, right: 'availability', also: ['/import', '/stock'] },
  { to: '/customers', text: t('Customers'), Icon: Users, right: 'customers' },
  { to: '/cash', text: t('Cash'), Icon: Banknote, right: 'cash' },
  { to: '/bazaar', text: t('Bazaar'), Icon: Store, right: 'bazaar' },
  { to: '/riders', text: t('Riders'), Icon: Bike, right: 'riders' },
  { to: '/dues', text: t('Dues'), Icon: NotebookText, right: 'cash' },
  { to: '/figures', text: t('Figures'), Icon: ChartColumn, right: 'figures' },
  { to: '/log', text: t('Log'), Icon: ScrollText, right: 'log' },
  { to: '/settings', text: t('Settings'), Icon: SettingsIcon, right: 'settings', also: IN_SETTINGS },
  { to: '/account', text: t('Account'), Icon: UserRoundCog, right: 'account' },
];

/** So many fit a phone; the others stand under `More` there. */
const ON_PHONE = 5;

interface NavigationProps {
  operator: { name: string; email: string; role: string };
  /** Asked when a logout is confirmed. When it cannot be, it says why. */
  mayLeave: () => boolean;
}

/** The links to all screens: at the lower edge of a phone, under the thumb; at the side of a desk. */
export function Navigation({ operator, mayLeave }: NavigationProps) {
  const { pathname } = useLocation();
  const more = useRef<HTMLUListElement>(null);
  const isShown = ({ to, also = [] }: ConsoleLink): boolean =>
    [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const links = LINKS.filter(({ right }) => hasRight(operator.role, right));
  const rest = links.slice(ON_PHONE);
  return (
    <nav
      aria-label={t('Console')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:static lg:flex lg:min-h-0 lg:flex-1 lg:flex-col lg:border-0"
    >
      <ul className="flex max-lg:@container lg:flex-col lg:gap-1">
        {links.map((link, at) => (
          <li key={link.to} className={`min-w-0 flex-auto ${at < ON_PHONE ? '' : 'hidden lg:block'}`}>
            <NavigationLink {...link} current={isShown(link)} />
          </li>
        ))}
        <li className="min-w-0 flex-auto lg:hidden">
          <button
            type="button"
            popoverTarget="more"
            className={`${ITEM} w-full ${rest.some(isShown) ? 'text-leaf-strong' : ''}`}
          >
            <Ellipsis className="size-5.5 shrink-0" />
            <span className={WORD}>{t('More')}</span>
          </button>
          <ul
            ref={more}
            id="more"
            popover="auto"
            className="panel inset-auto right-2 bottom-18 m-0 w-48 bg-surface p-2 text-ink [box-shadow:0_4px_16px_#0004]"
          >
            {rest.map((link) => (
              <li key={link.to}>
                <Link
                  to={link.to}
                  aria-current={isShown(link) ? 'page' : undefined}
                  onClick={() => more.current?.hidePopover()}
                  className="flex min-h-12 items-center gap-3 rounded-xl px-3 font-semibold hover:bg-sunken aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong"
                >
                  <link.Icon className="size-5 shrink-0" />
                  {link.text}
                </Link>
              </li>
            ))}
            <li>
              <Logout mayLeave={mayLeave} onAsk={(asks) => asks || more.current?.hidePopover()} />
            </li>
          </ul>
        </li>
      </ul>
      <div className="mt-auto hidden lg:block">
        <p className="truncate px-3 text-sm text-muted" title={operator.email}>
          {operator.name}
        </p>
        <Logout mayLeave={mayLeave} />
      </div>
    </nav>
  );
}

function Logout({ mayLeave, onAsk }: Pick<NavigationProps, 'mayLeave'> & { onAsk?: (asks: boolean) => void }) {
  const { submit } = useFetcher();
  return (
    <div className="relative">
      <LogOut className="pointer-events-none absolute top-3 left-3 size-5" />
      <ConfirmButton
        label={t('Logout')}
        look="word"
        className="w-full pl-11 font-semibold no-underline!"
        title={t('Log out of the console?')}
        keep={t('Stay')}
        confirmLook="primary"
        {...(onAsk && { onAsk })}
        onConfirm={() => mayLeave() && void submit(null, { method: 'post', action: '/logout' })}
      />
    </div>
  );
}

/** Icons alone where there is no room for the words. */
const WORD = '@max-[16rem]:sr-only';

const ITEM =
  'relative flex min-h-14 flex-col items-center justify-center gap-1 text-xs font-semibold text-muted aria-[current]:text-leaf-strong lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-xl lg:px-3 lg:text-base lg:text-ink lg:hover:bg-sunken lg:aria-[current]:bg-leaf-soft';

function NavigationLink({ to, text, Icon, current }: ConsoleLink & { current: boolean }) {
  const counts = useRootData()?.counts;
  const open = counts ? OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0) : 0;
  return (
    <Link to={to} aria-current={current ? 'page' : undefined} className={ITEM}>
      <Icon className="size-5.5 shrink-0 lg:size-5" />
      <span className={WORD}>{text}</span>
      {to === '/orders' && open > 0 ? (
        <span
          aria-hidden
          className="absolute top-1 left-1/2 ml-1 min-w-5 rounded-full bg-clay px-1 text-center text-xs font-extrabold text-on-clay figures lg:static lg:ml-auto"
        >
          {formatNumber(open)}
        </span>
      ) : null}
    </Link>
  );
}
