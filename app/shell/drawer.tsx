import {
  Apple,
  CircleHelp,
  CupSoda,
  House,
  Info,
  PackageCheck,
  ShoppingBasket,
  ShoppingCart,
  TicketPercent,
  TrendingUp,
  User,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import * as messages from '../../domain/messages.ts';
import { useCartCount } from '../state/cart.ts';
import { drawer } from '../state/drawer.ts';
import { useInCheckout } from './places.ts';

export const DRAWER_ID = 'menu';
export const MENU_BUTTON_ID = 'menu-button';

/** The side drawer menu. It closes on a route change, on a click elsewhere and on Escape (product §2). */
export function Drawer({ open }: { open: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  useCloseOnRouteChange();
  useCloseFromOutside(open, ref);
  return (
    <div ref={ref} id={DRAWER_ID} hidden={!open} className="absolute top-full left-0 z-40">
      {open ? <Menu /> : null}
    </div>
  );
}

function Menu() {
  const count = useCartCount();
  const inCheckout = useInCheckout();
  return (
    <>
      {/* Dims the page without catching clicks: a click elsewhere also does what it says. */}
      <div className="pointer-events-none absolute top-0 left-0 h-dvh w-screen bg-black/30" />
      <nav
        aria-label={messages.MENU}
        className="relative h-[calc(100dvh-7rem)] w-72 max-w-[80vw] overflow-y-auto border-r border-line bg-surface p-3 md:h-[calc(100dvh-4rem)] motion-safe:animate-[drawer_160ms_ease-out]"
      >
        <ul className="flex flex-col">
          <Item to="/" icon={<House />}>
            {messages.HOME}
          </Item>
          <Item to="/groceries" icon={<ShoppingBasket />}>
            {messages.GROCERIES}
          </Item>
          <Item to="/groceries/trending" icon={<TrendingUp />}>
            {messages.TRENDING_NOW}
          </Item>
          <Item to="/groceries/raw-products" icon={<Apple />}>
            {messages.RAW_PRODUCTS}
          </Item>
          <Item to="/groceries/beverages" icon={<CupSoda />}>
            {messages.BEVERAGES}
          </Item>
          <Item to="/groceries/offers" icon={<TicketPercent />}>
            {messages.NEW_OFFERS}
          </Item>
          <Item to={count > 0 ? '/cart' : '/empty-cart'} icon={<ShoppingCart />} current={inCheckout}>
            <span className="flex-1">{messages.CART_ITEMS}</span>
            <span className="min-w-6 rounded-full bg-clay px-1.5 text-center text-xs leading-6 font-bold text-on-clay tabular-nums">
              {count}
            </span>
          </Item>
          <Item to="/user/profile" icon={<User />}>
            {messages.MY_ACCOUNT}
          </Item>
          <Item to="/user/orders" icon={<PackageCheck />}>
            {messages.MY_ORDERS}
          </Item>
          <Item to="/about" icon={<Info />}>
            {messages.ABOUT_US}
          </Item>
          <Item to="/help" icon={<CircleHelp />}>
            {messages.HELP}
          </Item>
        </ul>
      </nav>
    </>
  );
}

interface ItemProps {
  to: string;
  icon: ReactNode;
  children: ReactNode;
  /** Highlighted though the address differs. */
  current?: boolean;
}

function Item({ to, icon, children, current }: ItemProps) {
  const { pathname } = useLocation();
  const here = current ?? pathname === to;
  return (
    <li>
      <Link
        to={to}
        aria-current={here ? 'page' : undefined}
        className="flex min-h-11 items-center gap-3 rounded-xl px-3 font-medium hover:bg-sunken aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong [&>svg]:size-5"
      >
        {icon}
        {children}
      </Link>
    </li>
  );
}

function useCloseOnRouteChange(): void {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const last = useRef(address);
  useEffect(() => {
    if (last.current !== address) drawer.set(false);
    last.current = address;
  }, [address]);
}

function useCloseFromOutside(open: boolean, ref: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    if (!open) return;
    const menuButton = document.getElementById(MENU_BUTTON_ID);
    const onClick = (event: MouseEvent): void => {
      const target = event.target instanceof Node ? event.target : null;
      if (!ref.current?.contains(target) && !menuButton?.contains(target)) drawer.set(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      drawer.set(false);
      menuButton?.focus();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, ref]);
}
