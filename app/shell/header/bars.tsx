import * as messages from '#messages';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import Gift from 'virtual:icons/gift';
import { Link } from '../../components/link.tsx';
import { type Language, LANGUAGE_RULES, LANGUAGES, localPath } from '../../../base/language.ts';
import { categoryListing, GROUPS } from '../../../domain/catalogue/catalogue.ts';
import { openDocument } from '../../state/network/other-document.ts';
import { useCategories } from '../../state/root-data.ts';
import { useCurrentPath } from '../current-path.ts';
import * as links from '../links.ts';

const LINK = 'tap shrink-0 justify-center px-2 hover:underline';

/** Product §2. It looks thinner than its links are: they reach 8 px below it. */
export function TopStrip({ promo, signedIn }: { promo: string; signedIn: boolean }) {
  return (
    <nav
      aria-label={messages.SHORTCUTS}
      className="relative z-31 h-7 bg-leaf text-sm whitespace-nowrap text-on-leaf dark:bg-leaf-soft dark:text-leaf-strong"
    >
      <div className="line-of-links -my-2">
        {/* The first ones, because on a phone the others may have to be scrolled to. */}
        <LanguageLinks className={`${LINK} -ml-2`} />
        {(signedIn ? [links.ACCOUNT] : [links.LOGIN, links.REGISTER]).map(shortcut)}
        {promo === '' ? (
          <span className="mx-auto" />
        ) : (
          <Link to="/groceries/offers" className={`${LINK} mx-auto gap-2 font-semibold`}>
            <Gift className="size-4 shrink-0" />
            {promo}
          </Link>
        )}
        {[links.ABOUT, links.HELP].map(shortcut)}
      </div>
    </nav>
  );
}

function shortcut({ to, text }: { to: string; text: string }) {
  return (
    <Link key={to} to={to} className={LINK}>
      {text}
    </Link>
  );
}

/** For the eye, where there is room: not every computer has other letters. */
const LATIN: Partial<Record<Language, string>> = { bn: ' / Bangla' };

/** The links to this screen in the other languages: documents, because scripts have one language only. */
export function LanguageLinks({ className, icon }: { className: string; icon?: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  return LANGUAGES.filter((language) => language !== messages.LANGUAGE).map((language) => {
    const address = localPath(language, pathname + search + hash);
    return (
      <a
        key={language}
        href={address}
        lang={language}
        className={className}
        onClick={(event) => {
          // In a new tab the browser opens it.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          openDocument(address);
        }}
      >
        {icon}
        {LANGUAGE_RULES[language].name}
        {icon ? null : (
          <span aria-hidden className="hidden whitespace-pre sm:inline">
            {LATIN[language]}
          </span>
        )}
      </a>
    );
  });
}

/** The main navigation. Below a group's address it also has the group's sub-categories (product §2). */
export function CategoryBar() {
  const pathname = useCurrentPath();
  const group = GROUPS.find((name) => pathname.startsWith(`/groceries/${name}`));
  const categories = useCategories().filter((category) => category.group === group);
  const entries = [
    links.HOME,
    links.GROCERIES,
    links.RAW_PRODUCTS,
    links.BEVERAGES,
    ...categories.map((category) => ({ to: categoryListing(category).path, text: category.name })),
  ];
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone the bar is wider than the screen: scrolls the current link to the middle, without scrolling the page.
    const bar = list.current;
    const current = bar?.querySelector<HTMLElement>('[aria-current]');
    if (bar) bar.scrollTo({ left: current ? current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2 : 0 });
  }, [pathname]);
  return (
    <nav aria-label={messages.CATEGORY_BAR} className="bg-surface [box-shadow:0_1px_var(--line)]">
      <ul ref={list} className="line-of-links gap-1">
        {entries.map(({ to, text }) => (
          <li key={to} className="shrink-0">
            <Link
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              className="chip text-muted hover:text-ink aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
