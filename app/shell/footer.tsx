import { Link } from '../components/link.tsx';
import { formatNumber } from '../../messages/format.ts';
import { telephone } from '../../base/telephone.ts';
import * as messages from '#messages';
import ChevronDown from 'virtual:icons/chevron-down';
import { TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import type { Shop } from '../state/root-data.ts';
import * as links from './links.ts';
import { ServiceBar } from './delivery-promise.tsx';
import { Logo } from './logo.tsx';

/** Links without an address have no target yet (product §2). */
export function Footer({ shop }: { shop: Shop }) {
  const written = OPTIONAL_PAGES.filter(({ to }) => shop.pages.some((page) => `/${page}` === to));
  const unwritten = OPTIONAL_PAGES.filter((page) => !written.includes(page)).map(({ text }) => ({ text }));
  return (
    <footer className="mt-10 bg-sunken text-base">
      <ServiceBar shop={shop} />
      <div className="shop-width grid gap-x-6 py-4 lg:grid-cols-[1.4fr_repeat(4,1fr)] lg:py-10">
        <div className="mb-4 flex max-w-sm min-w-0 flex-col gap-3 lg:mb-0">
          <Logo shop={shop} />
          <p className="text-muted">{messages.ABOUT_TAGLINE}</p>
          <p className="text-muted">
            <a href={telephone(shop.phone)} className="tap font-semibold text-ink figures hover:underline">
              {formatNumber(shop.phone)}
            </a>
          </p>
          <label className="flex flex-col gap-1">
            <span className="text-sm font-semibold">{messages.NEWSLETTER}</span>
            <input type="email" autoComplete="email" placeholder={messages.YOUR_EMAIL} className="input" />
          </label>
        </div>
        <Column
          heading={messages.FOOTER_NAVIGATION}
          entries={[links.HOME, links.GROCERIES, links.RAW_PRODUCTS, links.BEVERAGES, links.OFFERS]}
        />
        <Column heading={messages.FOOTER_TRENDING} entries={TRENDING} />
        <Column heading={messages.QUICK_LINKS} entries={[links.ACCOUNT, links.ORDERS, links.FAVOURITES, ...LATER]} />
        <Column heading={messages.FOOTER_SERVICES} entries={[links.ABOUT, links.HELP, ...written, ...unwritten]} />
      </div>
      <div className="border-t border-line">
        <div className="shop-width flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4 text-sm text-muted">
          <p className="min-w-0 break-words">© {shop.name}</p>
          <ul className="flex flex-wrap gap-x-4">
            {messages.SOCIAL_LINKS.map((name) => (
              <li key={name}>
                <Entry text={name} to={shop.social[name.toLowerCase()]} rel="noopener" />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

const OPTIONAL_PAGES = [links.CONTACT, links.TERMS, links.PRIVACY];

const TRENDING = [
  { to: '/trending', text: messages.GROUP_NAMES.trending },
  ...TRENDING_LISTINGS.map(({ path, slug }) => ({ to: path, text: messages.LISTING_NAMES[slug] })),
];

const LATER = [messages.TRACK_ORDERS, messages.AFFILIATE, messages.BLOGS].map((text) => ({ text }));

interface EntryProps {
  text: string;
  to?: string | undefined;
  rel?: string;
}

function Column({ heading, entries }: { heading: string; entries: readonly EntryProps[] }) {
  return (
    <nav aria-label={heading} className="relative border-b border-line lg:border-0">
      <h2 className="flex min-h-11 items-center text-sm font-semibold">{heading}</h2>
      {/* Open on a wide screen, unless the browser cannot open it by style. */}
      <details className="supports-[selector(::details-content)]:lg:details-content:[content-visibility:visible]">
        <summary
          aria-label={heading}
          className="absolute inset-0 flex h-11 items-center justify-end supports-[selector(::details-content)]:lg:hidden"
        >
          <ChevronDown className="size-5 text-muted" />
        </summary>
        <div className="flex flex-col items-start pb-2">
          {entries.map((entry) => (
            <Entry key={entry.text} {...entry} />
          ))}
        </div>
      </details>
    </nav>
  );
}

function Entry({ text, to, rel }: EntryProps) {
  return to === undefined ? (
    <a role="link" aria-disabled="true" className="tap text-muted">
      {text}
    </a>
  ) : (
    <Link to={to} rel={rel} className="tap text-muted hover:text-ink hover:underline">
      {text}
    </Link>
  );
}
