import { GROUP_DESCRIPTION, GROUP_NAMES, NO_SUCH_PART } from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { LISTINGS, listingsIn } from '../../domain/catalogue/catalogue.ts';
import { CardRows } from '../components/card-row.tsx';
import { servicesOf } from '../context.ts';
import { notFound } from '../not-found.ts';
import { Page } from '../shell/page.tsx';
import type { Route } from './+types/group';

export async function loader(args: Route.LoaderArgs) {
  const group = LISTINGS.find((listing) => listing.group === args.params.group)?.group;
  if (!group) throw notFound(NO_SUCH_PART);
  return { group, sections: await servicesOf(args).catalogue.sections(listingsIn(group)) };
}

export default function Group({ loaderData: { group, sections } }: Route.ComponentProps) {
  return (
    <Page
      title={GROUP_NAMES[group]}
      canonical={`/groceries/${group}`}
      description={formatMessage(GROUP_DESCRIPTION, { group: GROUP_NAMES[group] })}
    >
      <h1 className="text-xl sm:mb-2 sm:text-2xl font-bold tracking-tight">{GROUP_NAMES[group]}</h1>
      <div className="flex flex-col gap-5 sm:gap-8">
        <CardRows listings={listingsIn(group)} sections={sections} />
      </div>
    </Page>
  );
}
