import { CATEGORY_BAR } from '#messages';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { categoryListing, GROUPS } from '../../domain/catalogue/catalogue.ts';
import { useCategories } from '../state/products/categories.ts';
import { useCurrentPath } from './current-path.ts';
import * as links from './links.ts';

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
    <nav aria-label={CATEGORY_BAR} className="bg-surface [box-shadow:0_1px_var(--line)]">
      <ul
        ref={list}
        className="shop-width no-scrollbar relative flex gap-1 overflow-x-auto pr-10 mask-[linear-gradient(90deg,#0000,#000_1rem_calc(100%-2.5rem),#0000)]"
      >
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
