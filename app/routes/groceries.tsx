import { CATEGORIES_OF, GROCERIES, GROCERIES_DESCRIPTION, GROUP_NAMES, ITEM_COUNT } from '#messages';
import { Link } from '../components/link.tsx';
import { formatMessage } from '../../messages/format.ts';
import { categoryListing, GROUPS, listingsWith, picturesOf } from '../../domain/catalogue/catalogue.ts';
import { CardRows } from '../components/products/card-row.tsx';
import { ListingHeading } from '../components/products/product-card.tsx';
import { servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { useCategories } from '../state/root-data.ts';
import type { Route } from './+types/groceries';
import { Thumbnail } from '../components/picture.tsx';

export async function loader(args: Route.LoaderArgs) {
  const { catalogue, categories } = servicesOf(args);
  const listings = listingsWith(categories.menu());
  const [sections, counts] = await Promise.all([catalogue.sections(listings), catalogue.counts()]);
  return { sections, counts };
}

export default function Groceries({ loaderData: { sections, counts } }: Route.ComponentProps) {
  const categories = useCategories();
  const pictures = picturesOf(sections);
  return (
    <Page title={GROCERIES} canonical="/groceries" description={GROCERIES_DESCRIPTION}>
      <ListingHeading name={GROCERIES} />
      <div className="flex flex-col gap-4 sm:gap-6">
        {GROUPS.map((group) => (
          <section
            key={group}
            aria-label={formatMessage(CATEGORIES_OF, { group: GROUP_NAMES[group] })}
            className="flex flex-col gap-2"
          >
            <h2 className="text-base sm:text-lg">{GROUP_NAMES[group]}</h2>
            <div className="large-tiles">
              {categories
                .filter((category) => category.group === group)
                .map((category) => (
                  <Link key={category.id} to={categoryListing(category).path} className="hover:bg-leaf-soft">
                    <Thumbnail
                      category={category.id}
                      imgUrl={pictures[category.id] ?? ''}
                      sizes="56px"
                      className="size-14 rounded-xl"
                    />
                    <span className="min-w-0">
                      <span className="block text-sm font-semibold break-words">{category.name}</span>{' '}
                      <span className="text-sm text-muted">
                        {formatMessage(ITEM_COUNT, { n: counts[category.id] ?? 0 })}
                      </span>
                    </span>
                  </Link>
                ))}
            </div>
          </section>
        ))}
        <CardRows listings={listingsWith(categories)} sections={sections} first={false} />
      </div>
    </Page>
  );
}
