import { GROUP_DESCRIPTION, GROUP_NAMES, NO_SUCH_PART } from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { isListingGroup, type ListingGroup, listingsWith } from '../../domain/catalogue/catalogue.ts';
import { CardRows } from '../components/products/card-row.tsx';
import { servicesOf, notFound } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { useCategories } from '../state/root-data.ts';
import type { Route } from './+types/group';

export async function loader(args: Route.LoaderArgs) {
  const { group } = args.params;
  if (!isListingGroup(group)) throw notFound(NO_SUCH_PART);
  const { catalogue, categories } = servicesOf(args);
  return { group, sections: await catalogue.sections(listingsIn(group, categories.menu())) };
}

function listingsIn(group: ListingGroup, categories: Parameters<typeof listingsWith>[0]) {
  return listingsWith(categories).filter((listing) => listing.group === group);
}

export default function Group({ loaderData: { group, sections } }: Route.ComponentProps) {
  const listings = listingsIn(group, useCategories());
  return (
    <Page
      title={GROUP_NAMES[group]}
      canonical={`/groceries/${group}`}
      description={formatMessage(GROUP_DESCRIPTION, { group: GROUP_NAMES[group] })}
    >
      <h1 className="mb-1">{GROUP_NAMES[group]}</h1>
      <div className="flex flex-col gap-4 sm:gap-6">
        <CardRows listings={listings} sections={sections} />
      </div>
    </Page>
  );
}
