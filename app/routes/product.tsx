import * as messages from '#messages';
import { Link } from '../components/link.tsx';
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
import { ActionBar } from '../components/action-bar.tsx';
import { Picture } from '../components/picture.tsx';
import { AddedMark, CartControls, FewLeft, Price } from '../components/products/product-card.tsx';
import { share } from '../components/share.ts';
import { servicesOf, notFound } from '../context.ts';
import { DeliveryPromise } from '../shell/delivery-promise.tsx';
import { telephone } from '../../base/telephone.ts';
import { ErrorScreen, Page } from '../shell/page.tsx';
import { CartLink } from '../shell/shell.tsx';
import { useDeliveryFee } from '../state/order/area.ts';
import { useQuantity } from '../state/order/cart.ts';
import { useRootData } from '../state/root-data.ts';
import type { Route } from './+types/product';
import ArrowLeft from 'virtual:icons/arrow-left';
import Clock from 'virtual:icons/clock';
import Heart from 'virtual:icons/heart';
import Phone from 'virtual:icons/phone';
import Truck from 'virtual:icons/truck';
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
      <h1 translate="no" className="py-4">
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
  const { fee, atLeast } = useDeliveryFee();
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
  const jsonLd = productJsonLd(product, { url, picture, name, category: categoryName });
  return (
    <Page title={name} canonical={path} description={`${name}: ${description}`}>
      <meta property="og:type" content="product" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {picture ? <meta property="og:image" content={picture} /> : null}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
      <div className="flex flex-col">
        <div className="max-sm:order-last">
          <Breadcrumb
            trail={[
              { text: messages.GROCERIES, to: '/groceries' },
              { text: messages.GROUP_NAMES[type], to: `/groceries/${type}` },
              { text: categoryName, to: listing },
            ]}
          />
        </div>
        <div className="mb-6 grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:grid-cols-2 sm:gap-6">
          <div
            data-tint={product.category}
            className="relative -mx-4 -mt-3 flex aspect-4/3 min-h-36 justify-self-stretch overflow-hidden bg-tint py-2 pl-2 max-sm:max-h-[calc(100svh-30rem)] sm:m-0 sm:rounded-2xl"
          >
            <Picture
              imgUrl={imgUrl}
              alt={name}
              sizes="(min-width: 90rem) 43rem, (min-width: 40rem) 50vw, 100vw"
              eager
              className="absolute inset-0 size-full object-contain"
            />
            <div className="absolute inset-x-0 top-0 flex gap-2 px-2 py-2">
              <Link
                to={listing}
                aria-label={messages.BACK}
                className={`sm:hidden ${ROUND}`}
                onClick={(event) => {
                  // The router counts the screens before this one.
                  if (!(history.state?.idx > 0)) return;
                  event.preventDefault();
                  history.back();
                }}
              >
                <ArrowLeft className="size-5" />
              </Link>
              <FavouriteButton product={product} />
              <button
                type="button"
                aria-label={messages.SHARE}
                className={ROUND}
                onClick={() => void share({ title: name, text: description, url }, messages.LINK_COPIED)}
              >
                <Share className="size-5" />
              </button>
            </div>
            {isDiscounted(product) ? (
              <span className="card-badge relative top-0 mt-auto">
                {formatMessage(messages.DISCOUNT_BADGE, { percent: formatNumber(discount) })}
              </span>
            ) : null}
          </div>
          <div className="flex flex-col gap-2 sm:gap-4">
            <div>
              <h1 translate="no" className="break-words">
                {name}
              </h1>
              <p translate="no" className="flex flex-wrap gap-x-3 break-words text-muted">
                {measure ? <span>{measure}</span> : null}
                {bangla ? <span lang="bn">{bangla}</span> : null}
                <FewLeft product={product} />
                <AddedMark id={id} />
              </p>
            </div>
            <div className="flex flex-wrap items-baseline gap-x-3 [&_b]:text-xl">
              <Price product={product} />
              {isDiscounted(product) ? (
                <span className="text-sm font-semibold text-leaf figures">
                  {formatMessage(messages.YOU_SAVE, { price: formatPrice(displayedSaving(product)) })}
                </span>
              ) : null}
              {perUnit ? (
                <span translate="no" className="text-sm text-muted figures">
                  {formatMessage(messages.PRICE_PER_UNIT, {
                    price: formatPrice(perUnit.tk),
                    unit: messages.UNIT_NAMES[perUnit.unit],
                  })}
                </span>
              ) : null}
            </div>
            {root ? (
              <ul className="text-sm [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-leaf">
                <li className="flex min-h-7 items-center gap-3 font-semibold">
                  <Clock />
                  <DeliveryPromise shop={root.shop} form="when" />
                </li>
                <li className="flex min-h-7 items-center gap-3">
                  <Truck />
                  <span>{formatMessage(messages.DELIVERY_AND_CASH, { price: formatPrice(fee, atLeast) })}</span>
                </li>
                <li className="flex">
                  <a href={telephone(root.shop.phone)} className="-my-2 tap gap-3 figures hover:underline">
                    <Phone />
                    <span>{formatMessage(messages.NOT_FRESH, { phone: formatNumber(root.shop.phone) })}</span>
                  </a>
                </li>
              </ul>
            ) : null}
            <BuyingBar product={product} />
          </div>
        </div>
        <CardRow heading={messages.MORE_LIKE_THIS} more={listing} products={related} />
      </div>
    </Page>
  );
}

/** The next step: to add it, or to go to the cart. */
function BuyingBar({ product }: { product: Product }) {
  const added = useQuantity(product.id) > 0;
  return (
    <ActionBar text={added ? '' : formatPrice(displayedPrice(product))}>
      <CartControls product={product} />
      {added ? <CartLink className="grow-3 btn-primary px-3" /> : null}
    </ActionBar>
  );
}

/** On a picture of any colour. */
const ROUND = 'grid size-11 shrink-0 place-items-center rounded-full bg-surface hairline hover:bg-sunken';

function FavouriteButton({ product }: { product: Product }) {
  const liked = useIsFavourite(product.id);
  return (
    <button
      type="button"
      aria-label={messages.FAVOURITE}
      aria-pressed={liked}
      className={`ml-auto ${liked ? 'text-clay' : ''} ${ROUND}`}
      onClick={() => toggleFavourite(product)}
    >
      <Heart className={liked ? 'size-6 fill-current' : 'size-6'} />
    </button>
  );
}
