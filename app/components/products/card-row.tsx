import { ALL_CATEGORIES, NOTHING_TODAY, SHOP_BY_CATEGORY, VIEW_MORE } from '#messages';
import { Fragment, type ReactNode, useCallback, useId } from 'react';
import { useLocation } from 'react-router';
import ChevronRight from 'virtual:icons/chevron-right';
import { Link } from '../link.tsx';
import { categoryListing, type Listing, type Sections } from '../../../domain/catalogue/catalogue.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { useIsComplete } from '../../state/page-start.ts';
import { historyEntry } from '../../state/history-entries.ts';
import { listingName, useCategories } from '../../state/root-data.ts';
import { Picture } from '../picture.tsx';
import { CardSkeletons, ProductCard } from './product-card.tsx';

interface CardRowProps {
  heading: string;
  more: string;
  products: readonly Product[];
  eager?: boolean;
}

const VISIBLE_CARDS = 2;
/** On the first screen. */
const FIRST_ROWS = 2;

/** At most ten cards in a row that scrolls sideways: on a phone two of them are in view, on a wide screen up to seven. */
export function CardRow({ heading, more, products, eager = false }: CardRowProps) {
  const id = useId();
  const { scrollLeft } = historyEntry(useLocation().key);
  const returnToPlace = useCallback(
    (row: HTMLElement | null) => {
      if (row && scrollLeft[more]) row.scrollLeft = scrollLeft[more];
    },
    [scrollLeft, more],
  );
  return (
    <section aria-labelledby={id} className="flex flex-col sm:gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-lg sm:text-xl">
          {heading}
        </h2>
        <Link
          to={more}
          className="-my-1 -mr-1 tap gap-1 pl-1 sm:my-0 text-base font-semibold text-leaf hover:text-leaf-strong"
        >
          {VIEW_MORE}
          <ChevronRight className="size-5" />
        </Link>
      </div>
      {products.length === 0 ? (
        <p className="panel p-6 text-muted">{NOTHING_TODAY}</p>
      ) : (
        <div
          className="card-row"
          ref={returnToPlace}
          onScroll={({ currentTarget }) => Object.assign(scrollLeft, { [more]: currentTarget.scrollLeft })}
        >
          {products.map((product, at) => (
            <div key={product.id} className="row-place">
              <ProductCard product={product} eager={eager && at < VISIBLE_CARDS} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

interface CardRowsProps {
  listings: readonly Listing[];
  sections: Sections<Product>;
  /** Whether the first one is on the first screen. */
  first?: boolean;
  /** What stands below the first section. */
  children?: ReactNode;
}

/** A section for each list. */
export function CardRows({ listings, sections, first = true, children }: CardRowsProps) {
  const categories = useCategories();
  const complete = useIsComplete();
  return listings.slice(0, complete ? undefined : FIRST_ROWS).map((listing, at) => (
    <Fragment key={listing.slug}>
      <CardRow
        heading={listingName(listing, categories)}
        more={listing.path}
        products={sections[listing.slug] ?? []}
        eager={first && at === 0}
      />
      {at === 0 ? children : null}
    </Fragment>
  ));
}

export function CardRowSkeleton() {
  return (
    <div className="flex flex-col sm:gap-2">
      <div className="flex min-h-8 items-center sm:min-h-11">
        <div className="h-6 w-44 animate-pulse rounded-full bg-sunken" />
      </div>
      <CardSkeletons count={5} className="card-row" />
    </div>
  );
}

/** What the shop sells, at a glance: a picture and a link for each category. Where there is little space, seven and a link to all. */
export function CategoryTiles({ pictures }: { pictures: Partial<Record<string, string>> }) {
  return (
    <nav aria-label={SHOP_BY_CATEGORY} className="tiles">
      {useCategories().map((category) => (
        <Link key={category.id} data-tint={category.id} to={categoryListing(category).path}>
          <Picture imgUrl={pictures[category.id] ?? ''} alt="" thumbnail sizes="53px" />
          {category.name}
        </Link>
      ))}
      <Link to="/groceries">
        <ChevronRight />
        {ALL_CATEGORIES}
      </Link>
    </nav>
  );
}
