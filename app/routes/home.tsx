import { FRESH_FROM_THE_BAZAAR, HOME_DESCRIPTION, PAY_ON_ARRIVAL, SEE_THE_OFFERS } from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { Link } from 'react-router';
import { TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import { CategoryChips } from '../components/category-chips.tsx';
import { CardRows } from '../components/card-row.tsx';
import { CARD_SIZES, Picture } from '../components/picture.tsx';
import { servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { useRootData } from '../state/root-data.ts';
import type { Route } from './+types/home';

export async function loader(args: Route.LoaderArgs) {
  return { sections: await servicesOf(args).catalogue.sections(TRENDING_LISTINGS) };
}

export default function Home({ loaderData: { sections } }: Route.ComponentProps) {
  const shop = useRootData()?.shop.name ?? '';
  return (
    <Page title={shop} canonical="/" description={formatMessage(HOME_DESCRIPTION, { shop })}>
      <div className="-mt-3 mb-1">
        <CategoryChips />
      </div>
      <div className="mb-1 flex items-center overflow-hidden rounded-2xl bg-leaf-soft sm:mt-2 sm:mb-5">
        <div className="flex flex-1 items-center justify-between gap-x-3 px-3 sm:block sm:p-10">
          <h1 className="text-sm leading-4 font-extrabold tracking-tight sm:text-4xl sm:leading-tight">
            {FRESH_FROM_THE_BAZAAR[0]}
            <br />
            {FRESH_FROM_THE_BAZAAR[1]}
          </h1>
          <p className="hidden text-muted sm:block">{PAY_ON_ARRIVAL}</p>
          <Link
            to="/groceries/offers"
            className="tap text-sm font-semibold text-leaf hover:text-leaf-strong sm:text-base"
          >
            {SEE_THE_OFFERS}
          </Link>
        </div>
        {/* Full width from the start, because a page is painted while it is still loading. */}
        <div className="hidden w-[25.5rem] shrink-0 gap-4 pr-10 sm:flex lg:w-[34.5rem]">
          {sections['top-products']?.slice(0, 3).map(({ id, imgUrl }, at) => (
            <span
              key={id}
              className={`w-28 overflow-hidden rounded-2xl border-4 border-surface bg-tint lg:w-40 ${at % 2 === 0 ? 'translate-y-3' : '-translate-y-3'}`}
            >
              {/* The same files as in the first cards below, so nothing more is downloaded. */}
              <Picture imgUrl={imgUrl} alt="" sizes={CARD_SIZES} className="size-full" />
            </span>
          ))}
        </div>
      </div>
      <div className="flex flex-col gap-5 sm:gap-8">
        <CardRows listings={TRENDING_LISTINGS} sections={sections} />
      </div>
    </Page>
  );
}
