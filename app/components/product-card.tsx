import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Product } from '../../domain/product.ts';
import { ADD_TO_CART, ADDED, discountBadge, INSTEAD_OF, inTk } from '../../domain/messages.ts';
import { displayedPrice, formatPrice, isDiscounted } from '../../domain/pricing.ts';
import { changeCart, useQuantity } from '../state/cart.ts';
import { CARD_SIZES, Picture } from './picture.tsx';
import { QuantityControl } from './quantity-control.tsx';

interface ProductCardProps {
  product: Product;
  /** On the first screen: its picture loads at once. */
  eager?: boolean;
  /** One below that of the heading it stands under. */
  level?: 'h2' | 'h3';
}

/**
 * One product: what it is, what it costs, and its place in the cart. At most 280 × 360 px (product §2).
 * There are dozens of them on a page, so their looks stand in app.css and not in lists of classes.
 */
export function ProductCard({ product, eager = false, level: Name = 'h3' }: ProductCardProps) {
  const quantity = useQuantity(product.id);
  // Button and quantity control take each other's place: the focus goes along.
  const [pressed, setPressed] = useState(false);
  return (
    <article aria-label={product.name} className="card">
      <div className="card-picture">
        <Picture imgUrl={product.imgUrl} alt="" sizes={CARD_SIZES} eager={eager} />
        {isDiscounted(product) ? <span className="card-badge">{discountBadge(product.discount)}</span> : null}
        {quantity > 0 ? (
          <button type="button" disabled className="card-added">
            <Check className="size-3.5" aria-hidden />
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

/** A card while products are on their way: the same boxes, empty. */
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
