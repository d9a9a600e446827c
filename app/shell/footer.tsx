import { formatNumber } from '../../messages/format.ts';
import * as messages from '#messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import ChevronDown from 'virtual:icons/chevron-down';
import { TRENDING_LISTINGS } from '../../domain/catalogue.ts';
import type { Shop } from '../state/root-data.ts';
import { Logo } from './logo.tsx';

/** The footer. Links without an address have no target yet (product §2). */
export function Footer({ shop }: { shop: Shop }) {
  return (
    <footer className="bg-sunken text-[0.9375rem]">
      <div className="shop-width grid gap-x-6 py-8 lg:grid-cols-[1.4fr_repeat(4,1fr)] lg:py-10">
        <div className="mb-4 flex max-w-sm flex-col gap-3 lg:mb-0">
          <Logo name={shop.name} />
          <p className="text-muted">{messages.ABOUT_TAGLINE}</p>
          <p className="text-muted">
            {messages.STORE_HOURS}
            <br />
            <a
              href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`}
              className="tap font-medium text-ink figures hover:underline"
            >
              {formatNumber(shop.phone)}
            </a>
          </p>
          <label className="flex flex-col gap-1.5">
            <span className="text-sm font-medium">{messages.NEWSLETTER}</span>
            <input
              type="text"
              inputMode="email"
              autoComplete="email"
              placeholder={messages.YOUR_EMAIL}
              className="input"
            />
          </label>
        </div>
        <Column heading={messages.FOOTER_NAVIGATION}>
          <FooterLink to="/">{messages.HOME}</FooterLink>
          <FooterLink to="/groceries">{messages.GROCERIES}</FooterLink>
          <FooterLink to="/groceries/raw-products">{messages.GROUP_NAMES['raw-products']}</FooterLink>
          <FooterLink to="/groceries/beverages">{messages.GROUP_NAMES['beverages']}</FooterLink>
          <FooterLink to="/groceries/offers">{messages.NEW_OFFERS}</FooterLink>
        </Column>
        <Column heading={messages.FOOTER_TRENDING}>
          <FooterLink to="/trending">{messages.GROUP_NAMES.trending}</FooterLink>
          {TRENDING_LISTINGS.map(({ path, slug }) => (
            <FooterLink key={path} to={path}>
              {messages.LISTING_NAMES[slug]}
            </FooterLink>
          ))}
        </Column>
        <Column heading={messages.QUICK_LINKS}>
          <FooterLink to="/user/profile">{messages.MY_ACCOUNT}</FooterLink>
          <FooterLink to="/user/orders">{messages.MY_ORDERS}</FooterLink>
          <FooterLink to="/favourites">{messages.FAVOURITES}</FooterLink>
          <PlaceholderLink>{messages.TRACK_ORDERS}</PlaceholderLink>
          <PlaceholderLink>{messages.AFFILIATE}</PlaceholderLink>
          <PlaceholderLink>{messages.BLOGS}</PlaceholderLink>
        </Column>
        <Column heading={messages.FOOTER_SERVICES}>
          <FooterLink to="/about">{messages.ABOUT_US}</FooterLink>
          <FooterLink to="/help">{messages.HELP}</FooterLink>
          <PlaceholderLink>{messages.CONTACT}</PlaceholderLink>
          <PlaceholderLink>{messages.TERMS}</PlaceholderLink>
          <PlaceholderLink>{messages.PRIVACY}</PlaceholderLink>
        </Column>
      </div>
      <div className="border-t border-line">
        <div className="shop-width flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4 text-sm text-muted">
          <p>© {shop.name}</p>
          <ul className="flex flex-wrap gap-x-5">
            {messages.SOCIAL_LINKS.map((name) => (
              <li key={name}>
                <PlaceholderLink>{name}</PlaceholderLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function Column({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <nav aria-label={heading} className="relative border-b border-line lg:border-0">
      <h2 className="text-sm leading-11 font-semibold">{heading}</h2>
      <details className="fold">
        <summary aria-label={heading}>
          <ChevronDown className="size-5 text-muted" />
        </summary>
        <div className="flex flex-col items-start pb-2">{children}</div>
      </details>
    </nav>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="tap text-muted hover:text-ink hover:underline">
      {children}
    </Link>
  );
}

function PlaceholderLink({ children }: { children: ReactNode }) {
  return (
    <a role="link" aria-disabled="true" className="tap text-muted">
      {children}
    </a>
  );
}
