import { data, Link } from 'react-router';
import { categoryName, groupName, groupOf } from '../../domain/catalogue.ts';
import {
  discountBadge,
  FAVOURITES,
  GROCERIES,
  MORE_LIKE_THIS,
  NO_SUCH_PRODUCT,
  productDescription,
} from '../../domain/messages.ts';
import { PAGE_NAME } from '../../domain/page-names.ts';
import { displayedPrice, isDiscounted } from '../../domain/pricing.ts';
import { productJsonLd, sharedPicture } from '../../domain/shared-product.ts';
import { Breadcrumb } from '../components/breadcrumb.tsx';
import { AddedMark, CartControls } from '../components/cart-controls.tsx';
import { CardRow } from '../components/card-row.tsx';
import { FavouriteButton } from '../components/favourite-button.tsx';
import { Picture } from '../components/picture.tsx';
import { Price } from '../components/price.tsx';
import { ShareButton } from '../components/share-button.tsx';
import { servicesOf } from '../context.ts';
import { notFound } from '../not-found.ts';
import { Page } from '../shell/page.tsx';
import { useRootData } from '../state/root-data.ts';
import type { Route } from './+types/product';

export async function loader(args: Route.LoaderArgs) {
  const found = await servicesOf(args).catalogue.product(args.params.id);
  if (!found) throw notFound(NO_SUCH_PRODUCT);
  return data(found, { headers: { [PAGE_NAME]: encodeURIComponent(found.product.name) } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** One product, to be found by search engines and shared in chats. */
export default function ProductScreen({ loaderData: { product, related } }: Route.ComponentProps) {
  const { id, name, name_bn, imgUrl, weight, unit, category, discount } = product;
  const origin = useRootData()?.origin ?? '';
  const path = `/product/${id}`;
  const listing = `/groceries/${groupOf(category)}/${category}`;
  const measure = [weight, unit].filter(Boolean).join(' ');
  const description = [name_bn, productDescription(displayedPrice(product), measure)].filter(Boolean).join(' · ');
  const picture = sharedPicture(imgUrl, origin);
  return (
    <Page title={name} canonical={path} description={`${name}: ${description}`}>
      <meta property="og:type" content="product" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      {picture ? <meta property="og:image" content={picture} /> : null}
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: productJsonLd(product, { url: origin + path, picture }) }}
      />
      <Breadcrumb
        trail={[
          { text: GROCERIES, to: '/groceries' },
          { text: groupName(groupOf(category)), to: `/groceries/${groupOf(category)}` },
          { text: categoryName(category), to: listing },
        ]}
      />
      <div className="mb-6 grid items-start gap-x-8 gap-y-2 sm:grid-cols-2">
        <div className="relative aspect-4/3 overflow-hidden rounded-2xl bg-tint">
          <Picture
            imgUrl={imgUrl}
            alt={name}
            sizes="(min-width: 76rem) 36rem, (min-width: 40rem) 50vw, 100vw"
            eager
            className="absolute inset-0 size-full object-cover"
          />
          {isDiscounted(product) ? <span className="card-badge">{discountBadge(discount)}</span> : null}
        </div>
        <div className="flex flex-col gap-3">
          <div className="flex items-start gap-2">
            <h1 className="min-w-0 flex-1 text-2xl font-bold tracking-tight break-words">
              {name}
              {name_bn ? (
                <span lang="bn" className="block text-lg font-medium text-muted">
                  {name_bn}
                </span>
              ) : null}
            </h1>
            <FavouriteButton product={product} />
          </div>
          <div className="flex items-center gap-3">
            <p className="text-muted">{measure}</p>
            <AddedMark id={id} />
          </div>
          <div className="[&_b]:text-2xl [&_s]:text-base">
            <Price product={product} />
          </div>
          <div className="max-w-sm">
            <CartControls product={product} />
          </div>
          <div className="flex flex-wrap gap-2">
            <ShareButton title={name} text={description} url={origin + path} />
            <Link to="/favourites" className="btn btn-quiet">
              {FAVOURITES}
            </Link>
          </div>
        </div>
      </div>
      <CardRow heading={MORE_LIKE_THIS} more={listing} products={related} />
    </Page>
  );
}
