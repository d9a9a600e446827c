import * as messages from '#messages';
import { Link } from '../../components/link.tsx';
import { telephone } from '../../../base/telephone.ts';
import { type ComponentType, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import Apple from 'virtual:icons/apple';
import CircleQuestionMark from 'virtual:icons/circle-question-mark';
import CupSoda from 'virtual:icons/cup-soda';
import Download from 'virtual:icons/download';
import Heart from 'virtual:icons/heart';
import House from 'virtual:icons/house';
import Info from 'virtual:icons/info';
import Languages from 'virtual:icons/languages';
import LogIn from 'virtual:icons/log-in';
import LogOut from 'virtual:icons/log-out';
import PackageCheck from 'virtual:icons/package-check';
import Phone from 'virtual:icons/phone';
import ShoppingBasket from 'virtual:icons/shopping-basket';
import ShoppingCart from 'virtual:icons/shopping-cart';
import TicketPercent from 'virtual:icons/ticket-percent';
import TrendingUp from 'virtual:icons/trending-up';
import User from 'virtual:icons/user';
import UserPlus from 'virtual:icons/user-plus';
import { formatNumber } from '../../../messages/format.ts';
import { LogoutForm } from '../../components/account/logout-form.tsx';
import { useCartCount } from '../../state/order/cart.ts';
import { drawer, DRAWER_ID, MENU_BUTTON_ID } from '../../state/drawer.ts';
import { useInstall } from '../../state/install.ts';
import { CartBadge } from './header.tsx';
import { useInCheckout, useCurrentPath } from '../current-path.ts';
import { LanguageLinks } from './bars.tsx';
import * as links from '../links.ts';

/** The side drawer. It closes on a navigation, a click outside and Escape (product §2), and returns the focus. */
export default function Drawer({ open, ...shown }: MenuProps & { open: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  // The key changes with every navigation, also one to the current page.
  const { key } = useLocation();
  useEffect(() => () => close(ref.current), [key]);
  useWhileOpen(open, ref);
  return (
    <div ref={ref} id={DRAWER_ID} hidden={!open} className="absolute top-full left-0 z-40">
      {open ? <Menu {...shown} /> : null}
    </div>
  );
}

interface MenuProps {
  phone: string;
  signedIn: boolean;
}

function Menu({ phone, signedIn }: MenuProps) {
  const install = useInstall();
  return (
    <>
      {/* Dims the page without catching clicks: a click outside also reaches its target. */}
      <div className="pointer-events-none absolute top-0 left-0 h-dvh w-screen bg-black/30" />
      <nav
        aria-label={messages.MENU}
        className="relative h-[calc(100dvh-4rem)] w-72 max-w-[80vw] overflow-y-auto border-r border-line bg-surface p-3 pb-10 motion-safe:animate-[drawer_160ms_ease-out]"
      >
        <ul className="flex flex-col">
          {(signedIn ? LINKS : [...LINKS, ...VISITOR_LINKS]).map((link) => (
            <Item key={link.to} {...link} />
          ))}
          {signedIn ? (
            <li>
              <LogoutForm className={ENTRY}>
                <LogOut />
                {messages.LOGOUT}
              </LogoutForm>
            </li>
          ) : null}
          <li>
            <a href={telephone(phone)} className={`${ENTRY} figures`}>
              <Phone />
              {formatNumber(phone)}
            </a>
          </li>
          <li>
            <LanguageLinks className={ENTRY} icon={<Languages />} />
          </li>
          {install ? (
            <li>
              <button type="button" className={ENTRY} onClick={install}>
                <Download />
                {messages.INSTALL}
              </button>
            </li>
          ) : null}
        </ul>
      </nav>
    </>
  );
}

const ENTRY =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 font-semibold hover:bg-sunken aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong [&>svg]:size-5';

const LINKS: readonly { to: string; text: string; Icon: ComponentType }[] = [
  { ...links.HOME, Icon: House },
  { ...links.GROCERIES, Icon: ShoppingBasket },
  { to: '/groceries/trending', text: messages.GROUP_NAMES.trending, Icon: TrendingUp },
  { ...links.RAW_PRODUCTS, Icon: Apple },
  { ...links.BEVERAGES, Icon: CupSoda },
  { ...links.OFFERS, Icon: TicketPercent },
  { to: '/cart', text: messages.CART_ITEMS, Icon: ShoppingCart },
  { ...links.ACCOUNT, Icon: User },
  { ...links.ORDERS, Icon: PackageCheck },
  { ...links.FAVOURITES, Icon: Heart },
  { ...links.ABOUT, Icon: Info },
  { ...links.HELP, Icon: CircleQuestionMark },
];

const VISITOR_LINKS: typeof LINKS = [
  { ...links.LOGIN, Icon: LogIn },
  { ...links.REGISTER, Icon: UserPlus },
];

function Item({ to, text, Icon }: (typeof LINKS)[number]) {
  const count = useCartCount();
  const inCheckout = useInCheckout();
  const pathname = useCurrentPath();
  const isCart = to === '/cart';
  const here = isCart ? inCheckout : pathname === to;
  return (
    <li>
      <Link to={isCart && count === 0 ? '/empty-cart' : to} aria-current={here ? 'page' : undefined} className={ENTRY}>
        <Icon />
        <span className="flex-1">{text}</span>
        {isCart ? <CartBadge count={count} /> : null}
      </Link>
    </li>
  );
}

function close(drawerElement: HTMLElement | null): void {
  if (drawerElement?.contains(document.activeElement)) document.getElementById(MENU_BUTTON_ID)?.focus();
  drawer.set(false);
}

/** A click outside and Escape close it. Tab stays inside, because the page behind is hidden. */
function useWhileOpen(open: boolean, ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    const menuButton = document.getElementById(MENU_BUTTON_ID);
    if (!open || !element || !menuButton) return;
    const stops: HTMLElement[] = [menuButton, ...element.querySelectorAll<HTMLElement>('a, button')];
    // Takes the focus only when its button has just opened it, not when it was open already.
    if (document.activeElement === menuButton) stops[1]?.focus();
    const listening = new AbortController();
    const onClick = ({ target }: MouseEvent): void => {
      if (target instanceof Node && !element.contains(target) && !menuButton.contains(target)) drawer.set(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close(element);
      const at = stops.findIndex((stop) => stop === document.activeElement);
      if (event.key !== 'Tab' || at < 0) return;
      event.preventDefault();
      stops.at((at + (event.shiftKey ? -1 : 1)) % stops.length)?.focus();
    };
    document.addEventListener('click', onClick, listening);
    document.addEventListener('keydown', onKey, listening);
    return () => listening.abort();
  }, [open, ref]);
}
