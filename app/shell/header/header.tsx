import * as messages from '#messages';
import { Link } from '../../components/link.tsx';
import { formatMessage, formatNumber } from '../../../messages/format.ts';
import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import Menu from 'virtual:icons/menu';
import Phone from 'virtual:icons/phone';
import Search from 'virtual:icons/search';
import ShoppingCart from 'virtual:icons/shopping-cart';
import User from 'virtual:icons/user';
import X from 'virtual:icons/x';
import { parseSearchCategory, SEARCH_CATEGORIES } from '../../../domain/catalogue/search.ts';
import { Late } from '../../components/late.tsx';
import type { Shop } from '../../state/root-data.ts';
import { useCartCount } from '../../state/order/cart.ts';
import { drawer, DRAWER_ID, MENU_BUTTON_ID } from '../../state/drawer.ts';
// Its event comes before the drawer's script.
import '../../state/install.ts';
import { telephone } from '../../../base/telephone.ts';
import { DeliveryPromise } from '../delivery-promise.tsx';
import { Logo } from '../logo.tsx';
import { useInCheckout, useOrdering } from '../current-path.ts';
import { Toaster } from '../toaster.tsx';

const SEARCH_BOX_ID = 'search-box';
const ICON = 'relative tap justify-center gap-2 rounded-xl hover:bg-sunken';

/** Stays in view, so that the cart is always one tap away. */
export function Header({ shop, signedIn }: { shop: Shop; signedIn: boolean }) {
  const open = drawer.use();
  const [menuIsNear, setMenuIsNear] = useState(false);
  const ordering = useOrdering(signedIn);
  // The service worker stores the menu's script: it costs nothing, and outlives the version of the shop.
  useEffect(() => void navigator.serviceWorker?.ready.then(() => setMenuIsNear(true)), []);
  return (
    <header className="sticky top-0 z-30 bg-surface [box-shadow:0_1px_var(--line)]">
      <div className="@container shop-width flex flex-wrap items-center one-row:flex-nowrap one-row:gap-x-3">
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
          className="flex min-h-14 min-w-0 flex-1 basis-0 flex-col justify-center py-1 one-row:max-w-72 one-row:flex-none @max-[13rem]:[&_svg]:hidden"
        >
          <span className="sr-only">{formatMessage(messages.HOME_LINK, { shop: shop.name })}</span>
          <span aria-hidden className="flex">
            <Logo shop={shop} />
          </span>
          <DeliveryPromise shop={shop} form="short" className="text-xs font-semibold text-balance text-muted" />
        </Link>
        <DeliveryPromise shop={shop} className="sr-only" />
        <div className="order-last w-full pb-1 one-row:order-none one-row:mr-auto one-row:max-w-xl one-row:pb-0 one-row:pl-3">
          <SearchBox />
        </div>
        {ordering ? (
          // Shows the search, which a phone folds away (app.css). Keys and screen readers find the box itself.
          <label
            htmlFor={SEARCH_BOX_ID}
            aria-hidden
            className={`${ICON} ml-auto cursor-pointer md:hidden @max-[12rem]:hidden`}
          >
            <Search className="size-6" />
          </label>
        ) : null}
        <a
          href={telephone(shop.phone)}
          className={`${ICON} @max-[18rem]:hidden`}
          aria-label={formatMessage(messages.CALL_LINK, { phone: formatNumber(shop.phone) })}
        >
          <Phone className="size-6 shrink-0" />
          <span className="hidden text-sm font-semibold whitespace-nowrap figures @min-[54rem]:inline">
            {formatNumber(shop.phone)}
          </span>
        </a>
        <Link
          to="/user/profile"
          className={`${ICON} ${ordering ? 'max-md:hidden' : '@max-[13rem]:hidden'}`}
          aria-label={messages.PROFILE}
        >
          <User className="size-6" />
        </Link>
        <CartLink />
      </div>
      <Late
        load={() => import('./drawer.tsx')}
        wanted={open || menuIsNear}
        props={{ open, phone: shop.phone, signedIn }}
      />
      <Toaster className="bottom-20 md:bottom-6" />
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
      <ShoppingCart className="size-6" />
      <CartBadge count={count} className="absolute top-0.5 right-0" />
    </Link>
  );
}

export function CartBadge({ count, className = '' }: { count: number; className?: string }) {
  return (
    <span
      // add-early.ts may have written it.
      suppressHydrationWarning
      className={`min-w-5 empty:hidden rounded-full px-1 text-center text-xs font-extrabold bg-clay figures text-on-clay ${className}`}
    >
      {count > 0 ? formatNumber(count) : ''}
    </span>
  );
}

const RESULTS = '/groceries/search-results';
/** Longer texts would not fit into a URL. */
const MAX_LENGTH = 200;

/** The header's search: a plain form; the results page also gets the search as navigation state (product §2). */
function SearchBox() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [focused, setFocused] = useState(false);
  const [aria, setAria] = useState<ComponentProps<'input'>>();
  const current = pathname === RESULTS ? new URLSearchParams(search) : new URLSearchParams();
  const text = current.get('searchText')?.slice(0, MAX_LENGTH) ?? '';
  const box = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  // A link or the back button opens another search. What is being typed for the next one stays.
  useEffect(() => {
    if (box.current && !(isTyped.current && document.activeElement === box.current)) box.current.value = text;
  }, [text]);

  const clear = (): void => {
    if (!box.current) return;
    box.current.value = '';
    // For the suggestions.
    box.current.dispatchEvent(new Event('input', { bubbles: true }));
    box.current.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const searchText = String(form.get('searchText')).trim().slice(0, MAX_LENGTH);
    const searchCategory = parseSearchCategory(form.get('searchCategory'));
    if (searchText === '') return;
    isTyped.current = false;
    void navigate(`${RESULTS}?${new URLSearchParams({ searchText, searchCategory })}`, {
      state: { searchText, searchCategory },
    });
  };

  return (
    <Form
      role="search"
      action={RESULTS}
      onSubmit={submit}
      className="relative flex rounded-xl bg-sunken hairline has-[input:focus-visible]:[outline:2px_solid_var(--leaf)]"
    >
      <select
        name="searchCategory"
        aria-label={messages.SEARCH_CATEGORY}
        key={current.get('searchCategory')}
        defaultValue={parseSearchCategory(current.get('searchCategory'))}
        className="field-sizing-content h-11 min-w-14 rounded-l-xl border-r border-line bg-transparent pl-3 text-sm"
      >
        {SEARCH_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {category === 'all' ? messages.ALL_CATEGORIES : messages.GROUP_NAMES[category]}
          </option>
        ))}
      </select>
      <input
        ref={box}
        id={SEARCH_BOX_ID}
        type="search"
        onInput={() => {
          isTyped.current = true;
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        name="searchText"
        aria-label={messages.SEARCH_PRODUCTS}
        placeholder={messages.SEARCH_EXAMPLES}
        required
        maxLength={MAX_LENGTH}
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={text}
        className="peer h-11 min-w-0 flex-1 basis-24 bg-transparent px-3 outline-transparent"
        {...aria}
      />
      <button
        type="button"
        aria-label={messages.CLEAR}
        className="tap shrink-0 justify-center text-muted peer-placeholder-shown:hidden @max-[12rem]:hidden"
        onClick={clear}
      >
        <X className="size-5" />
      </button>
      <button
        type="submit"
        aria-label={messages.SEARCH}
        className="tap shrink-0 justify-center rounded-r-xl text-leaf hover:bg-leaf hover:text-on-leaf"
      >
        <Search className="size-5" />
      </button>
      <Late load={() => import('./suggestions.tsx')} wanted={focused} props={{ onShow: setAria }} />
    </Form>
  );
}
