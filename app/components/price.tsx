import { INSTEAD_OF } from '#messages';
import { formatPrice } from '../../messages/format.ts';
import { displayedPrice, isDiscounted, type Priced } from '../../domain/orders/pricing.ts';

export function Price({ product }: { product: Priced }) {
  return (
    <p className="card-price">
      <b>{formatPrice(displayedPrice(product))}</b>
      {isDiscounted(product) ? (
        <s>
          <span className="sr-only">{`${INSTEAD_OF} `}</span>
          {formatPrice(product.price)}
        </s>
      ) : null}
    </p>
  );
}
