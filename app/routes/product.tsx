import * as messages from '#messages';
import {
  formatMeasure,
  formatMessage,
  formatNumber,
  formatPrice,
  productName,
  secondName,
} from '../../messages/format.ts';
import { useEffect } from 'react';
import { data, isRouteErrorResponse } from 'react-router';
import { categoryListing } from '../../domain/catalogue/catalogue.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { localPath } from '../../base/language.ts';
import { PAGE_NAME } from '../../base/page-copies.ts';
import { unitPrice } from '../../domain/catalogue/measure.ts';
import { displayedPrice, displayedSaving, isDiscounted } from '../../domain/orders/pricing.ts';
import { productJsonLd, sharedPicture } from '../../domain/catalogue/shared-product.ts';
import { Breadcrumb } from '../components/breadcrumb.tsx';
import { CardRow } from '../components/products/card-row.tsx';
import { Picture } from '../components/picture.tsx';
import { AddedMark, CartControls, Price } from '../components/products/product-card.tsx';
import { share } from '../components/share.ts';
import { servicesOf, notFound } from '../context.ts';
import { DeliveryPromise } from '../shell/delivery-promise.tsx';
import { telephone } from '../shell/links.ts';
import { ErrorScreen, Page } from '../shell/page.tsx';
import { useRootData } from '../state/root-data.ts';
import type { Route } from './+types/product';
import Heart from 'virtual:icons/heart';
import type { Product } from '../../domain/catalogue/product.ts';
import { toggleFavourite, useIsFavourite } from '../state/products/favourites.ts';
import Share from 'virtual:icons/share-2';

export async function loader(args: Route.LoaderArgs) {
  const { catalogue, categories } = servicesOf(args);
  const found = await catalogue.product(args.params.id);
  if (!found) throw notFound(messages.NO_SUCH_PRODUCT);
  const category = categories.all().find(({ id }) => id === found.product.category);
  return data(
    { ...found, categoryName: category ? shopNameIn(messages.LANGUAGE, category) : '' },
    { headers: { [PAGE_NAME]: encodeURIComponent(productName(found.product)) } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

type Shown = Route.ComponentProps['loaderData'];

/** Only in the browser: what was shown last, which may have gone while it was being read. */
let lastShown: Shown | undefined;

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404 || lastShown?.product.id !== params.id)
    return <ErrorScreen error={error} />;
  const { product, related } = lastShown;
  const text = formatMessage(messages.NO_LONGER_AVAILABLE, { names: productName(product) });
  return (
    <Page title={text}>
      <h1 translate="no" className="py-6">
        {text}
      </h1>
      <CardRow heading={messages.MORE_LIKE_THIS} more={listingOf(product)} products={related} />
    </Page>
  );
}

function listingOf({ category, type }: Shown['product']): string {
  return categoryListing({ id: category, group: type }).path;
}

export default function ProductScreen({ loaderData }: Route.ComponentProps) {
  const { product, related, categoryName } = loaderData;
  useEffect(() => {
    lastShown = loaderData;
  }, [loaderData]);
  const { id, imgUrl, type, discount } = product;
  const name = productName(product);
  const bangla = secondName(product);
  const root = useRootData();
  const origin = root?.origin ?? '';
  const path = `/product/${id}`;
  const url = origin + localPath(messages.LANGUAGE, path);
  const listing = listingOf(product);
  const measure = formatMeasure(product);
  const price = formatPrice(displayedPrice(product));
  const perUnit = unitPrice(displayedPrice(product), product);
  const priced = measure === '' ? price : formatMessage(messages.PRICE_FOR, { price, measure });
  const description = bangla === '' ? priced : `${bangla} · ${priced}`;
  const picture = sharedPicture(imgUrl, origin);
  return (
    <Page title={name} canonical={path} description={`${name}: ${description}`}>
      <meta property="og:type" content="product" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {picture ? <meta property="og:image" content={picture} /> : null}
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{
          __html: productJsonLd(product, { url, picture, name, category: categoryName }),
        }}
      />
      <Breadcrumb
        trail={[
          { text: messages.GROCERIES, to: '/groceries' },
          { text: messages.GROUP_NAMES[type], to: `/groceries/${type}` },
          { text: categoryName, to: listing },
        ]}
      />
      <div className="mb-6 grid grid-cols-1 items-start gap-x-6 gap-y-2 sm:grid-cols-2">
        <div className="relative aspect-4/3 overflow-hidden rounded-2xl bg-tint">
          <Picture
            imgUrl={imgUrl}
            alt={name}
            sizes="(min-width: 76rem) 36rem, (min-width: 40rem) 50vw, 100vw"
            eager
            className="absolute inset-0 size-full object-cover"
          />
          {isDiscounted(product) ? (
            <span className="card-badge">
              {formatMessage(messages.DISCOUNT_BADGE, { percent: formatNumber(discount) })}
            </span>
          ) : null}
        </div>
        <div className="flex flex-col gap-3">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <h1 translate="no" className="break-words">
                {name}
                {bangla ? (
                  <span lang="bn" className="block text-lg font-semibold text-muted">
                    {bangla}
                  </span>
                ) : null}
              </h1>
              <p className="break-words text-muted">{measure}</p>
            </div>
            <AddedMark id={id} />
            <FavouriteButton product={product} />
          </div>
          <div className="[&_b]:text-xl [&_s]:text-base">
            <Price product={product} />
            <p translate="no" className="flex flex-wrap gap-x-4 text-muted figures">
              {perUnit ? (
                <span>
                  {formatMessage(messages.PRICE_PER_UNIT, {
                    price: formatPrice(perUnit.tk),
                    unit: messages.UNIT_NAMES[perUnit.unit],
                  })}
                </span>
              ) : null}
              {isDiscounted(product) ? (
                <span className="font-semibold text-leaf">
                  {formatMessage(messages.YOU_SAVE, { price: formatPrice(displayedSaving(product)) })}
                </span>
              ) : null}
            </p>
          </div>
          <div className="max-w-sm">
            <CartControls product={product} />
          </div>
          {root ? (
            <div className="text-sm">
              <DeliveryPromise shop={root.shop} className="block font-semibold text-leaf-strong" />
              <a href={telephone(root.shop.phone)} className="tap text-muted figures hover:underline">
                {formatMessage(messages.NOT_FRESH, { phone: formatNumber(root.shop.phone) })}
              </a>
            </div>
          ) : null}
          <div className="flex">
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => void share({ title: name, text: description, url }, messages.LINK_COPIED)}
            >
              <Share className="size-5" />
              {messages.SHARE}
            </button>
          </div>
        </div>
      </div>
      <CardRow heading={messages.MORE_LIKE_THIS} more={listing} products={related} />
    </Page>
  );
}

function FavouriteButton({ product }: { product: Product }) {
  const liked = useIsFavourite(product.id);
  return (
    <button
      type="button"
      aria-label={messages.FAVOURITE}
      aria-pressed={liked}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted hairline hover:bg-sunken aria-pressed:text-clay aria-pressed:[&>svg]:fill-current"
      onClick={() => toggleFavourite(product)}
    >
      <Heart className="size-6" />
    </button>
  );
}
