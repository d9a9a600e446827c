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
 * not in long class lists. The link of the name covers the whole card, below its buttons.
 */
export function ProductCard({ product, eager = false, level: Name = 'h3' }: ProductCardProps) {
  return (
    <article aria-label={product.name} className="card">
      <div className="card-picture">
        <Picture imgUrl={product.imgUrl} alt="" sizes={CARD_SIZES} eager={eager} />
        {isDiscounted(product) ? <span className="card-badge">{discountBadge(product.discount)}</span> : null}
        <AddedMark id={product.id} />
      </div>
      <div className="card-text">
        <div>
          <Name>
            <Link to={`/product/${product.id}`}>{product.name}</Link>
          </Name>
          {product.name_bn ? <p lang="bn">{product.name_bn}</p> : null}
          <p>{`${product.weight} ${product.unit}`}</p>
        </div>
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
      <div className="card-picture" />
      <div className="card-text">
        <div />
        <p className="card-price" />
        <div className="h-11 rounded-xl bg-sunken" />
      </div>
    </div>
  );
}
