import { Menu, Phone, ShoppingCart, User, X } from 'lucide-react';
import { Link } from 'react-router';
import * as messages from '../../domain/messages.ts';
import type { Shop } from '../shop.ts';
import { useCartCount } from '../state/cart.ts';
import { drawer } from '../state/drawer.ts';
import { useStored } from '../state/stored.ts';
import { Drawer, DRAWER_ID, MENU_BUTTON_ID } from './drawer.tsx';
import { Logo } from './logo.tsx';
import { useInCheckout } from './places.ts';
import { SearchBox } from './search-box.tsx';
import { Toaster } from './toaster.tsx';

const ICON =
  'relative inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-xl hover:bg-sunken';

/** Brand, search, phone, profile and cart; stays in view, so that the cart is always one tap away. */
export function Header({ shop }: { shop: Shop }) {
  const open = useStored(drawer);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="shop-width flex flex-wrap items-center gap-x-1 py-1.5 md:flex-nowrap md:gap-x-3 md:py-2.5">
        <button
          type="button"
          id={MENU_BUTTON_ID}
          className={`${ICON} -ml-2`}
          aria-label={messages.MENU}
          aria-expanded={open}
          aria-controls={DRAWER_ID}
          onClick={() => drawer.set(!open)}
        >
          {open ? <X className="size-6" aria-hidden /> : <Menu className="size-6" aria-hidden />}
        </button>
        <Link
          to="/"
          className="mr-auto inline-flex min-h-11 items-center md:mr-0"
          aria-label={messages.homeLink(shop.name)}
        >
          <Logo name={shop.name} />
        </Link>
        <div className="order-last w-full pt-1 pb-1 md:order-none md:mx-auto md:max-w-xl md:py-0">
          <SearchBox />
        </div>
        <a
          href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`}
          className={ICON}
          aria-label={messages.callLink(shop.phone)}
        >
          <Phone className="size-5.5" aria-hidden />
          <span className="hidden text-sm font-medium whitespace-nowrap figures lg:inline">{shop.phone}</span>
        </a>
        <Link to="/user/profile" className={ICON} aria-label={messages.PROFILE}>
          <User className="size-5.5" aria-hidden />
        </Link>
        <CartLink />
      </div>
      <Drawer open={open} />
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
      aria-label={messages.cartLink(count)}
      aria-current={inCheckout ? 'true' : undefined}
    >
      <ShoppingCart className="size-5.5" aria-hidden />
      <span className="absolute top-0.5 right-0 min-w-5 rounded-full bg-clay px-1 text-center text-xs leading-5 font-bold text-on-clay figures">
        {count}
      </span>
    </Link>
  );
}
