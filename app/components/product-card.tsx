import { DISCOUNT_BADGE } from '#messages';
import { formatMeasure, formatMessage, formatNumber, productName, secondName } from '../../messages/format.ts';
import { memo, useId } from 'react';
import { Link } from 'react-router';
import { isDiscounted } from '../../domain/orders/pricing.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { AddedMark, CartControls } from './cart-controls.tsx';
import { CARD_SIZES, Picture } from './picture.tsx';
import { Price } from './price.tsx';

interface ProductCardProps {
  product: Product;
  eager?: boolean;
  /** One below that of the heading above. */
  level?: 'h2' | 'h3';
}

/** At most 280 × 360 px (product §2). A page has dozens of them, so their styles are in theme.css and not in long class lists. A list that grows renders only what is new. */
export const ProductCard = memo(function ProductCard({ product, eager = false, level: Name = 'h3' }: ProductCardProps) {
  const name = productName(product);
  const bangla = secondName(product);
  const id = useId();
  return (
    <article aria-label={name} className="card">
      <Link to={`/product/${product.id}`} className="card-link">
        <div className="card-picture">
          <Picture imgUrl={product.imgUrl} alt="" sizes={CARD_SIZES} eager={eager} />
        </div>
        <Name id={id} className="card-name">
          {name}
        </Name>
      </Link>
      {isDiscounted(product) ? (
        <span className="card-badge">{formatMessage(DISCOUNT_BADGE, { percent: formatNumber(product.discount) })}</span>
      ) : null}
      <div className="card-text">
        {bangla ? (
          <p lang="bn" className="card-name-bn">
            {bangla}
          </p>
        ) : null}
        <p className="card-measure">
          {formatMeasure(product)}
          <AddedMark id={product.id} />
        </p>
        <Price product={product} />
        <CartControls product={product} describedBy={id} />
      </div>
    </article>
  );
});

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
            <div className="h-11 rounded-xl bg-sunken" />
          </div>
        </div>
      ))}
    </div>
  );
}
