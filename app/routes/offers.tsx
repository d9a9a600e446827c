import { NEW_OFFERS, NO_OFFERS_TODAY, OFFERS_DESCRIPTION } from '#messages';
import { InfiniteGrid } from '../components/products/infinite-grid.tsx';
import { ListingHeading } from '../components/products/product-card.tsx';
import { cursorOf, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import type { Route } from './+types/offers';

export async function loader(args: Route.LoaderArgs) {
  return { batch: await servicesOf(args).catalogue.offers({ after: cursorOf(args) }) };
}

export default function Offers({ loaderData: { batch } }: Route.ComponentProps) {
  return (
    <Page title={NEW_OFFERS} canonical="/groceries/offers" description={OFFERS_DESCRIPTION}>
      <ListingHeading name={NEW_OFFERS} />
      {batch.products.length === 0 ? <p className="panel p-6 text-muted">{NO_OFFERS_TODAY}</p> : null}
      <InfiniteGrid batch={batch} address="/groceries/offers" />
    </Page>
  );
}
