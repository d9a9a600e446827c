import { GROCERIES, GROUP_NAMES, LISTING_DESCRIPTION, LISTING_NAMES, NOTHING_TODAY, NO_SUCH_LISTING } from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { findListing, isListingGroup } from '../../domain/catalogue/catalogue.ts';
import { Breadcrumb } from '../components/breadcrumb.tsx';
import { InfiniteGrid } from '../components/infinite-grid.tsx';
import { ListingHeading } from '../components/listing-heading.tsx';
import { cursorOf, servicesOf } from '../context.ts';
import { notFound } from '../not-found.ts';
import { Page } from '../shell/page.tsx';
import type { Route } from './+types/listing';

export async function loader(args: Route.LoaderArgs) {
  // The last path segment selects the list; the group before it does not matter (product §2).
  const listing = isListingGroup(args.params.group) ? findListing(args.params.category) : undefined;
  if (!listing) throw notFound(NO_SUCH_LISTING);
  const { catalogue } = servicesOf(args);
  const { slug } = listing;
  const [batch, counts] = await Promise.all([catalogue.listing(slug, { after: cursorOf(args) }), catalogue.counts()]);
  return { slug, batch, count: counts[slug] ?? 0 };
}

export default function ListingScreen({ loaderData: { slug, batch, count } }: Route.ComponentProps) {
  const listing = findListing(slug);
  if (!listing) return null;
  const { group, path } = listing;
  const name = LISTING_NAMES[slug];
  return (
    <Page title={name} canonical={path} description={formatMessage(LISTING_DESCRIPTION, { listing: name, n: count })}>
      {/* On a phone the category bar shows the same. */}
      <div className="max-sm:hidden">
        <Breadcrumb
          trail={[
            { text: GROCERIES, to: '/groceries' },
            { text: GROUP_NAMES[group], to: `/groceries/${group}` },
            { text: name },
          ]}
        />
      </div>
      <ListingHeading name={name} count={count} />
      {count === 0 ? <p className="panel p-6 text-muted">{NOTHING_TODAY}</p> : null}
      <InfiniteGrid key={path} batch={batch} address={path} />
    </Page>
  );
}
