import { ADDED, ADD_TO_CART, ITEM_COUNT, NOT_AVAILABLE, ONLY_LEFT } from '#messages';
import { memo, useId, useState } from 'react';
import Check from 'virtual:icons/check';
import type { Product } from '../../../domain/catalogue/product.ts';
import type { Priced } from '../../../domain/orders/pricing.ts';
import { formatMessage, productName } from '../../../messages/format.ts';
import { changeCart, useQuantity } from '../../state/order/cart.ts';
import { cardFace, priceHtml } from './card-face.ts';
import { QuantityControl } from '../quantity-control.tsx';

interface ProductCardProps {
  product: Product;
  eager?: boolean;
  /** One below that of the heading above. */
  level?: 'h2' | 'h3';
}

/**
 * At most 280 × 360 px (product §2), more only with larger text. A page has dozens, so their styles are short classes in
 * theme.css, and React has only what changes when it is pressed.
 */
export const ProductCard = memo(function ProductCard({ product, eager = false, level = 'h3' }: ProductCardProps) {
  const id = useId();
  return (
    <article aria-label={productName(product)} className="card">
      <div className="contents" dangerouslySetInnerHTML={{ __html: cardFace(product, { id, eager, level }) }} />
      <div className="card-controls">
        <AddedMark id={product.id} />
        <CartControls product={product} describedBy={id} />
      </div>
    </article>
  );
});

export function FewLeft({ product: { left } }: { product: Product }) {
  return left ? <b className="font-semibold text-clay">{` ${formatMessage(ONLY_LEFT, { left })}`}</b> : null;
}

export function CardSkeletons({ count, className }: { count: number; className: string }) {
  return (
    <div className={className} aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="card animate-pulse">
          <div className="card-link">
            <div className="card-picture" />
            <div className="card-name" />
          </div>
          <div className="card-text">
            <p className="card-name-bn" />
            <p className="card-measure" />
            <p className="card-price" />
          </div>
          <div className="card-controls">
            <div className="h-11 rounded-xl bg-sunken" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function Price({ product }: { product: Priced }) {
  return <p translate="no" className="card-price" dangerouslySetInnerHTML={{ __html: priceHtml(product) }} />;
}

/** The button that adds a product, and then its quantity (product §2). `describedBy`: the id of its name, on a card. */
export function CartControls({ product, describedBy }: { product: Product; describedBy?: string }) {
  // On its own page it is the next step.
  const look = `btn card-add ${describedBy ? 'btn-soft' : 'btn-primary text-base'}`;
  const quantity = useQuantity(product.id);
  // Button and quantity control replace each other, so the focus must move too.
  const [pressed, setPressed] = useState(false);
  if (!product.available) {
    return (
      <button type="button" disabled className={look}>
        {NOT_AVAILABLE}
      </button>
    );
  }
  if (quantity > 0)
    return (
      <QuantityControl
        item={{ ...product, quantity }}
        onChange={changeCart}
        focused={pressed}
        describedBy={describedBy}
      />
    );
  return (
    <button
      type="button"
      className={look}
      aria-describedby={describedBy}
      autoFocus={pressed}
      // add-early.ts may have written `Added`.
      suppressHydrationWarning
      onClick={({ currentTarget }) => {
        // The browser lays out the whole page when a focused element is removed.
        currentTarget.blur();
        // The cart bar, which comes now, must not hide it.
        currentTarget.scrollIntoView({ block: 'nearest' });
        setPressed(true);
        changeCart({ type: 'ADD_PRODUCT', product });
      }}
    >
      {ADD_TO_CART}
    </button>
  );
}

export function AddedMark({ id }: { id: string }) {
  return useQuantity(id) > 0 ? (
    <button type="button" disabled className="card-added">
      <Check className="size-4" />
      {ADDED}
    </button>
  ) : null;
}

/** Two columns on a phone, more where there is space for 11rem each, one where the text is too large for two. */
const GRID =
  '@container grid grid-cols-[repeat(auto-fill,minmax(max(7.25rem,min(50%-1rem,11rem)),1fr))] justify-items-center gap-3 lg:gap-4';
const VISIBLE_CARDS = 4;

export function CardGrid({ products, level = 'h2' }: { products: readonly Product[]; level?: 'h2' | 'h3' }) {
  return (
    <div className={GRID}>
      {products.map((product, at) => (
        <ProductCard key={product.id} product={product} eager={at < VISIBLE_CARDS} level={level} />
      ))}
    </div>
  );
}

export function CardGridSkeleton({ count = 10 }: { count?: number }) {
  return <CardSkeletons count={count} className={GRID} />;
}

export function ListingHeading({ name, count }: { name: string; count?: number }) {
  return (
    <div className="mb-1 flex sm:mb-4 flex-wrap items-baseline gap-x-3">
      <h1 className="min-w-0">{name}</h1>
      {count === undefined ? null : <p className="text-muted figures">{formatMessage(ITEM_COUNT, { n: count })}</p>}
    </div>
  );
}
