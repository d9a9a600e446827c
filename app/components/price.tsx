import { INSTEAD_OF, inTk } from '../../domain/messages.ts';
import { displayedPrice, formatPrice, isDiscounted, type Priced } from '../../domain/pricing.ts';

/** The price of one piece, and the price without the discount struck through (product §2). */
export function Price({ product }: { product: Priced }) {
  return (
    <p className="card-price">
      <b>{inTk(displayedPrice(product))}</b>
      {isDiscounted(product) ? (
        <s>
          <span className="sr-only">{`${INSTEAD_OF} `}</span>
          {inTk(formatPrice(product.price))}
        </s>
      ) : null}
    </p>
  );
}
