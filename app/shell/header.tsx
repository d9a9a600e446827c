import * as messages from '#messages';
import { formatMessage, formatNumber } from '../../messages/format.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import Menu from 'virtual:icons/menu';
import Phone from 'virtual:icons/phone';
import ShoppingCart from 'virtual:icons/shopping-cart';
import User from 'virtual:icons/user';
import X from 'virtual:icons/x';
import { Late } from '../components/late.tsx';
import type { Shop } from '../state/root-data.ts';
import { useCartCount } from '../state/order/cart.ts';
import { drawer, DRAWER_ID, MENU_BUTTON_ID } from '../state/drawer.ts';
// Its event comes before the drawer's script.
import '../state/offline/install.ts';
import { useStored } from '../state/local-storage.ts';
import { CartBadge } from './cart-badge.tsx';
import { telephone } from './links.ts';
import { Logo } from './logo.tsx';
import { useInCheckout } from './current-path.ts';
import { SearchBox } from './search-box.tsx';
import { Toaster } from './toaster.tsx';

const ICON = 'relative tap justify-center gap-2 rounded-xl hover:bg-sunken';

/** Stays in view, so that the cart is always one tap away. */
export function Header({ shop, signedIn }: { shop: Shop; signedIn: boolean }) {
  const open = useStored(drawer);
  const [menuIsNear, setMenuIsNear] = useState(false);
  // The service worker stores the menu's script, so that this costs nothing, and a page has its menu also when another version of the shop was started.
  useEffect(() => void navigator.serviceWorker?.ready.then(() => setMenuIsNear(true)), []);
  return (
    <header className="@container sticky top-0 z-30 bg-surface [box-shadow:0_1px_var(--line)]">
      <div className="shop-width flex flex-wrap items-center @min-[20rem]:gap-x-1 md:flex-nowrap md:gap-x-3 md:py-2.5">
        <button
          type="button"
          id={MENU_BUTTON_ID}
          className={`${ICON} -ml-2`}
          aria-label={messages.MENU}
          aria-expanded={open}
          aria-controls={DRAWER_ID}
          onPointerEnter={() => setMenuIsNear(true)}
          onClick={() => drawer.set(!open)}
        >
          {open ? <X className="size-6" /> : <Menu className="size-6" />}
        </button>
        <Link
          to="/"
          className="tap flex-1 basis-0 md:max-w-72 md:flex-none @max-[20rem]:[&>span>span]:hidden"
          aria-label={formatMessage(messages.HOME_LINK, { shop: shop.name })}
        >
          <Logo shop={shop} />
        </Link>
        <div className="order-last w-full pb-0.5 md:pb-0 md:order-none md:mr-auto md:max-w-xl md:pl-3">
          <SearchBox />
        </div>
        <a
          href={telephone(shop.phone)}
          className={`${ICON} @max-[15rem]:hidden`}
          aria-label={formatMessage(messages.CALL_LINK, { phone: formatNumber(shop.phone) })}
        >
          <Phone className="size-5.5 shrink-0 @min-[24rem]:hidden @min-[60rem]:block" />
          <span className="hidden text-[0.8125rem] font-medium whitespace-nowrap figures @min-[24rem]:inline">
            {formatNumber(shop.phone)}
          </span>
        </a>
        <Link to="/user/profile" className={`${ICON} @max-[15rem]:hidden`} aria-label={messages.PROFILE}>
          <User className="size-5.5" />
        </Link>
        <CartLink />
      </div>
      <Late
        load={() => import('./drawer.tsx')}
        wanted={open || menuIsNear}
        props={{ open, phone: shop.phone, signedIn }}
      />
      <Toaster />
    </header>
  );
}

function CartLink() {
  const count = useCartCount();
  const inCheckout = useInCheckout();
  return (
    <Link
      to={count > 0 ? '/cart' : '/empty-cart'}
      className={`${ICON} -mr-2 ${inCheckout ? 'text-leaf' : ''}`}
      aria-label={formatMessage(messages.CART_LINK, { n: count })}
      aria-current={inCheckout ? 'true' : undefined}
    >
      <ShoppingCart className="size-5.5" />
      <CartBadge count={count} className="absolute top-0.5 right-0" />
    </Link>
  );
}
