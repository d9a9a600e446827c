import { Link } from 'react-router';
import { discountBadge } from '../../domain/messages.ts';
import { isDiscounted } from '../../domain/pricing.ts';
import type { Product } from '../../domain/product.ts';
import { AddedMark, CartControls } from './cart-controls.tsx';
import { CARD_SIZES, Picture } from './picture.tsx';
import { Price } from './price.tsx';

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
  return (
    <article aria-label={product.name} className="card">
      <Link to={`/product/${product.id}`} className="card-link">
        <div className="card-picture">
          <Picture imgUrl={product.imgUrl} alt="" sizes={CARD_SIZES} eager={eager} />
        </div>
        <Name className="card-name">{product.name}</Name>
      </Link>
      {isDiscounted(product) ? <span className="card-badge">{discountBadge(product.discount)}</span> : null}
      <div className="card-text">
        {product.name_bn ? (
          <p lang="bn" className="card-name-bn">
            {product.name_bn}
          </p>
        ) : null}
        <p className="card-measure">
          {`${product.weight} ${product.unit}`}
          <AddedMark id={product.id} />
        </p>
        <Price product={product} />
        <CartControls product={product} />
      </div>
    </article>
  );
}

/** The skeleton of a card: the same boxes, empty. */
export function ProductCardSkeleton() {
  return (
    <div className="card animate-pulse">
      <div className="card-link">
        <div className="card-picture" />
        <div className="card-name" />
      </div>
      <div className="card-text">
        <p className="card-name-bn" />
        <p className="card-measure" />
        <p className="card-price" />
        <div className="h-11 rounded-xl bg-sunken" />
      </div>
    </div>
  );
}
