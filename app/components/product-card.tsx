import { useState } from 'react';
import Check from 'virtual:icons/check';
import type { Product } from '../../domain/product.ts';
import { ADD_TO_CART, ADDED, discountBadge, INSTEAD_OF, inTk } from '../../domain/messages.ts';
import { displayedPrice, formatPrice, isDiscounted } from '../../domain/pricing.ts';
import { changeCart, useQuantity } from '../state/cart.ts';
import { CARD_SIZES, Picture } from './picture.tsx';
import { QuantityControl } from './quantity-control.tsx';

interface ProductCardProps {
  product: Product;
  /** On the first screen: its picture loads immediately. */
  eager?: boolean;
  /** The heading level: one below that of the heading above. */
  level?: 'h2' | 'h3';
}

/**
 * A product's card: at most 280 × 360 px (product §2). A page has dozens of them, so their styles are in app.css and
 * not in long class lists.
 */
export function ProductCard({ product, eager = false, level: Name = 'h3' }: ProductCardProps) {
  const quantity = useQuantity(product.id);
  // Button and quantity control replace each other, so the focus must move too.
  const [pressed, setPressed] = useState(false);
  return (
    <article aria-label={product.name} className="card">
      <div className="card-picture">
        <Picture imgUrl={product.imgUrl} alt="" sizes={CARD_SIZES} eager={eager} />
        {isDiscounted(product) ? <span className="card-badge">{discountBadge(product.discount)}</span> : null}
        {quantity > 0 ? (
          <button type="button" disabled className="card-added">
            <Check className="size-3.5" />
            {ADDED}
          </button>
        ) : null}
      </div>
      <div className="card-text">
        <div>
          <Name>{product.name}</Name>
          <p>{`${product.weight} ${product.unit}`}</p>
        </div>
        <p className="card-price">
          <b>{inTk(displayedPrice(product))}</b>
          {isDiscounted(product) ? (
            <s>
              <span className="sr-only">{INSTEAD_OF} </span>
              {inTk(formatPrice(product.price))}
            </s>
          ) : null}
        </p>
        {quantity > 0 ? (
          <QuantityControl item={{ ...product, quantity }} focused={pressed} />
        ) : (
          <button
            type="button"
            className="btn btn-primary card-add"
            autoFocus={pressed}
            onClick={() => {
              setPressed(true);
              changeCart({ type: 'ADD_PRODUCT', product });
            }}
          >
            {ADD_TO_CART}
          </button>
        )}
      </div>
    </article>
  );
}

/** The skeleton of a card: the same boxes, empty. */
export function ProductCardSkeleton() {
  return (
    <div className="card animate-pulse">
      <div className="card-picture" />
      <div className="card-text">
        <div />
        <p className="card-price" />
        <div className="h-11 rounded-xl bg-sunken" />
      </div>
    </div>
  );
}
