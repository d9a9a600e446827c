import { useMemo } from 'react';
import { Link } from 'react-router';
import { TRENDING_LISTINGS } from '../../domain/catalogue.ts';
import { FRESH_FROM_THE_BAZAAR, homeDescription, PROMO_AND_PAYMENT, SEE_THE_OFFERS } from '../../domain/messages.ts';
import { CardRow } from '../components/card-row.tsx';
import { CARD_SIZES, Picture } from '../components/picture.tsx';
import { servicesOf } from '../context.ts';
import { pack, unpack } from '../packed.ts';
import { Page } from '../shell/page.tsx';
import { useRootData } from '../shop.ts';
import type { Route } from './+types/home';

export async function loader(args: Route.LoaderArgs) {
  const { catalogue } = servicesOf(args);
  return { sections: pack(await catalogue.sections(TRENDING_LISTINGS)) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const sections = useMemo(() => unpack(loaderData.sections), [loaderData.sections]);
  const shop = useRootData()?.shop.name ?? '';
  return (
    <Page title={shop} canonical="/" description={homeDescription(shop)}>
      <div className="mb-7 grid items-center overflow-hidden rounded-2xl bg-leaf-soft sm:grid-cols-[1fr_auto]">
        <div className="flex flex-col items-start gap-2.5 p-4 sm:gap-3 sm:p-10">
          <h1 className="text-2xl leading-tight font-extrabold tracking-tight sm:text-4xl">
            {FRESH_FROM_THE_BAZAAR[0]}
            <br />
            {FRESH_FROM_THE_BAZAAR[1]}
          </h1>
          <p className="max-w-md text-muted">{PROMO_AND_PAYMENT}</p>
          <Link to="/groceries/offers" prefetch="intent" className="btn btn-primary">
            {SEE_THE_OFFERS}
          </Link>
        </div>
        <div className="hidden gap-4 pr-10 sm:flex">
          {sections['top-products']?.slice(0, 3).map(({ id, imgUrl }, at) => (
            <span
              key={id}
              className={`w-28 overflow-hidden rounded-2xl border-4 border-surface bg-tint lg:w-40 ${at % 2 === 0 ? 'translate-y-3' : '-translate-y-3'}`}
            >
              {/* The very files of the first cards below: nothing more to download. */}
              <Picture imgUrl={imgUrl} alt="" sizes={CARD_SIZES} className="size-full" />
            </span>
          ))}
        </div>
      </div>
      <div className="flex flex-col gap-8">
        {TRENDING_LISTINGS.map(({ slug, name, path }, at) => (
          <CardRow key={slug} heading={name} more={path} products={sections[slug] ?? []} eager={at === 0} />
        ))}
      </div>
    </Page>
  );
}
