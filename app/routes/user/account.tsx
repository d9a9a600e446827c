import { ACCOUNT_MENU, LOGOUT, MY_ORDERS, MY_PROFILE, SWITCH_TO_ADMIN, UPDATE_PROFILE } from '#messages';
import type { ComponentType } from 'react';
import { Outlet, useLocation } from 'react-router';
import ChevronRight from 'virtual:icons/chevron-right';
import ClipboardList from 'virtual:icons/clipboard-list';
import LogOut from 'virtual:icons/log-out';
import ShieldCheck from 'virtual:icons/shield-check';
import User from 'virtual:icons/user';
import UserPen from 'virtual:icons/user-pen';
import { Link } from '../../components/link.tsx';
import { splitPath } from '../../../base/language.ts';
import { LogoutForm } from '../../components/account/logout-form.tsx';
import { requireShopper, requireViewer } from '../../context.ts';
import { useRootData } from '../../state/root-data.ts';
import type { Route } from './+types/account';

/** Visitors have orders where they may order. */
export async function loader(args: Route.LoaderArgs): Promise<null> {
  const isOrders = splitPath(args.url.pathname).path === '/user/orders';
  await (isOrders ? requireShopper : requireViewer)(args);
  return null;
}

const ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 font-semibold whitespace-nowrap hover:bg-sunken aria-[current]:[scroll-initial-target:nearest] aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong';

/** Only in the list of a wide screen. */
const ICON = 'hidden size-5 shrink-0 lg:block';

export default function Account() {
  if (useRootData()?.signedIn === false) return <Outlet />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6 lg:grid-cols-[15rem_1fr]">
      <nav aria-label={ACCOUNT_MENU} className="panel min-w-0 overflow-hidden lg:sticky lg:top-20">
        <ul className="line-of-links py-1 lg:flex-col lg:p-2">
          <Item to="/user/profile" text={MY_PROFILE} Icon={User} />
          <Item to="/user/update-profile" text={UPDATE_PROFILE} Icon={UserPen} />
          <Item to="/user/orders" text={MY_ORDERS} Icon={ClipboardList} />
          <li>
            <a role="link" aria-disabled="true" className={`${ITEM} text-sm text-muted`}>
              <ShieldCheck className={ICON} />
              {SWITCH_TO_ADMIN}
            </a>
          </li>
          <li>
            <LogoutForm className={ITEM}>
              <LogOut className={ICON} />
              {LOGOUT}
            </LogoutForm>
          </li>
        </ul>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}

function Item({ to, text, Icon }: { to: string; text: string; Icon: ComponentType<{ className: string }> }) {
  const { pathname } = useLocation();
  const here = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <li>
      <Link to={to} aria-current={here ? 'page' : undefined} className={ITEM}>
        <Icon className={ICON} />
        {text}
        <ChevronRight className={`${ICON} ml-auto text-muted`} />
      </Link>
    </li>
  );
}
