import { GROUP_DESCRIPTION, GROUP_NAMES, LISTING_NAMES, NO_SUCH_PART } from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { LISTINGS, listingsIn } from '../../domain/catalogue/catalogue.ts';
import { CardRow } from '../components/card-row.tsx';
import { servicesOf } from '../context.ts';
import { notFound } from '../not-found.ts';
import { Page } from '../shell/page.tsx';
import type { Route } from './+types/group';

export async function loader(args: Route.LoaderArgs) {
  const group = LISTINGS.find((listing) => listing.group === args.params.group)?.group;
  if (!group) throw notFound(NO_SUCH_PART);
  return { group, sections: await servicesOf(args).catalogue.sections(listingsIn(group)) };
}

export default function Group({ loaderData }: Route.ComponentProps) {
  const { group, sections } = loaderData;
  return (
    <Page
      title={GROUP_NAMES[group]}
      canonical={`/groceries/${group}`}
      description={formatMessage(GROUP_DESCRIPTION, { group: GROUP_NAMES[group] })}
    >
      <h1 className="mb-2 text-2xl font-bold tracking-tight">{GROUP_NAMES[group]}</h1>
      <div className="flex flex-col gap-5 sm:gap-8">
        {listingsIn(group).map(({ slug, path }, at) => (
          <CardRow
            key={slug}
            heading={LISTING_NAMES[slug]}
            more={path}
            products={sections[slug] ?? []}
            eager={at === 0}
          />
        ))}
      </div>
    </Page>
  );
}
