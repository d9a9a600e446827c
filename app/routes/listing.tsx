import { GROCERIES, GROUP_NAMES, LANGUAGE, LISTING_DESCRIPTION, NOTHING_TODAY, NO_SUCH_LISTING } from '#messages';
import { data } from 'react-router';
import { PAGE_NAME } from '../../base/page-copies.ts';
import { formatMessage } from '../../messages/format.ts';
import { isListingGroup } from '../../domain/catalogue/catalogue.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { Breadcrumb } from '../components/breadcrumb.tsx';
import { InfiniteGrid } from '../components/products/infinite-grid.tsx';
import { ListingHeading } from '../components/products/product-card.tsx';
import { cursorOf, servicesOf, notFound } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { listingName } from '../state/root-data.ts';
import type { Route } from './+types/listing';

export async function loader(args: Route.LoaderArgs) {
  // The last path segment selects the list; the group before it does not matter (product §2).
  const { catalogue, categories } = servicesOf(args);
  const found = isListingGroup(args.params.group) ? categories.listing(args.params.category) : null;
  if (!found) throw notFound(NO_SUCH_LISTING);
  const { group, path, slug } = found.listing;
  const name = found.category ? shopNameIn(LANGUAGE, found.category) : listingName(found.listing, []);
  const after = cursorOf(args);
  const [batch, counts] = await Promise.all([catalogue.listing(found.listing, { after }), catalogue.counts()]);
  // The later parts of a long list have no link of their own.
  const headers = after === null ? { [PAGE_NAME]: encodeURIComponent(name) } : undefined;
  return data({ name, group, path, batch, count: counts[slug] ?? 0 }, headers && { headers });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function ListingScreen({ loaderData }: Route.ComponentProps) {
  const { name, group, path, batch, count } = loaderData;
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
