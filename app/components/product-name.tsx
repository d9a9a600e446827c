import { Link } from 'react-router';
import type { Product } from '../../domain/product.ts';

/** A product's names, which link to its page, and its weight and unit: in a line of the cart or of an order. */
export function ProductName({ product }: { product: Product }) {
  return (
    <>
      <p className="leading-5 font-semibold break-words">
        <Link to={`/product/${product.id}`} className="-my-3 block py-3 hover:underline">
          {product.name}
        </Link>
      </p>
      {product.name_bn ? (
        <p lang="bn" className="text-sm text-muted">
          {product.name_bn}
        </p>
      ) : null}
      <p className="text-sm text-muted">
        {product.weight} {product.unit}
      </p>
    </>
  );
}
