import { FRESH_FROM_THE_BAZAAR, HOME_DESCRIPTION, OFFERS_DESCRIPTION, PAY_ON_ARRIVAL, SEE_THE_OFFERS } from '#messages';
import { Link } from '../components/link.tsx';
import { formatMessage } from '../../messages/format.ts';
import ChevronRight from 'virtual:icons/chevron-right';
import { type Listing, type Sections, TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { isDiscounted } from '../../domain/orders/pricing.ts';
import { OwnOrders } from '../components/order/own-orders.tsx';
import { CARD_SIZES, Picture, Thumbnail } from '../components/picture.tsx';
import { CardRows, CategoryTiles } from '../components/products/card-row.tsx';
import { knownOrdersOf, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { useRootData } from '../state/root-data.ts';
import type { Route } from './+types/home';

export async function loader(args: Route.LoaderArgs) {
  const { catalogue, categories } = servicesOf(args);
  const [sections, pictures, ordered] = await Promise.all([
    catalogue.sections(TRENDING_LISTINGS),
    catalogue.pictures(categories.menu().map(({ id }) => id)),
    knownOrdersOf(args),
  ]);
  return { sections, pictures, ordered };
}

/** A section without products is not there; of a shop without any the first one says so. */
function shownListings(sections: Sections): readonly Listing[] {
  const shown = TRENDING_LISTINGS.filter(({ slug }) => sections[slug]?.length);
  return shown.length > 0 ? shown : TRENDING_LISTINGS.slice(0, 1);
}

export default function Home({ loaderData: { sections, pictures, ordered } }: Route.ComponentProps) {
  const { shop, signedIn } = useRootData() ?? {};
  const name = shop?.name ?? '';
  return (
    <Page title={name} canonical="/" description={formatMessage(HOME_DESCRIPTION, { shop: name })}>
      {/* A customer's own orders come first. */}
      <h1 className="sr-only">{FRESH_FROM_THE_BAZAAR.join(' ')}</h1>
      {signedIn ? null : <Hero sections={sections} />}
      {signedIn && ordered !== 'none' ? <OwnOrders ordered={ordered} /> : null}
      {/* On a wide screen the tiles stand above the first section, which comes first in the document. A place of two lines
          is kept for them, because a page is painted while it is loading. */}
      <div className="sections lg:grid-rows-[minmax(5.75rem,auto)] lg:[&>:first-child]:row-start-2">
        <CardRows listings={shownListings(sections)} sections={sections}>
          <CategoryTiles pictures={pictures} />
          <OfferBand sections={sections} className={signedIn ? '' : 'sm:hidden'} />
        </CardRows>
      </div>
    </Page>
  );
}

type Shown = Sections<Product>;

/** For the eye: the page's heading, and what is in its first cards. On a phone the first products stand there. */
function Hero({ sections }: { sections: Shown }) {
  return (
    <div className="mb-6 hidden items-center rounded-2xl bg-leaf-soft px-4 sm:flex">
      <div className="flex-1 p-6">
        <p aria-hidden className="text-lg font-extrabold sm:text-xl">
          {FRESH_FROM_THE_BAZAAR[0]}
          <br />
          {FRESH_FROM_THE_BAZAAR[1]}
        </p>
        <p className="mt-1 text-muted">{PAY_ON_ARRIVAL}</p>
        <Link to="/groceries/offers" className="tap font-semibold text-leaf hover:text-leaf-strong">
          {SEE_THE_OFFERS}
        </Link>
      </div>
      {/* As wide from the start, because a page is painted while it is still loading. */}
      <div className="flex max-w-xl flex-1 items-start gap-4 p-6">
        {sections['top-products']?.slice(0, 3).map(({ id, imgUrl, category }, at) => (
          <span key={id} data-tint={category} className={`panel aspect-square flex-1 p-1 ${at === 1 ? '' : 'mt-6'}`}>
            {/* The same files as in the first cards below, so nothing more is downloaded. */}
            <Picture
              imgUrl={imgUrl}
              alt=""
              sizes={CARD_SIZES}
              className="size-full rounded-xl bg-tint object-contain"
            />
          </span>
        ))}
      </div>
    </div>
  );
}

/** Leads to the offers, with three of those that home shows; without any it is not there. */
function OfferBand({ sections, className }: { sections: Shown; className: string }) {
  const offers = Object.values(sections).flatMap((products = []) => products.filter(isDiscounted));
  if (offers.length === 0) return null;
  return (
    <Link
      to="/groceries/offers"
      className={`flex flex-wrap items-center gap-3 rounded-2xl bg-leaf-soft p-3 text-leaf-strong ${className}`}
    >
      <span className="flex-1">
        <b className="block font-extrabold">{SEE_THE_OFFERS}</b>
        <span className="text-sm">{OFFERS_DESCRIPTION}</span>
      </span>
      <span className="flex gap-1">
        {offers.slice(-3).map((product) => (
          <Thumbnail key={product.id} {...product} sizes="48px" className="size-12 rounded-xl" />
        ))}
      </span>
      <ChevronRight className="size-5 shrink-0" />
    </Link>
  );
}
