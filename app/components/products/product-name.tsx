import { formatMeasure, productName, secondName } from '../../../messages/format.ts';
import { Link } from 'react-router';
import type { Product } from '../../../domain/catalogue/product.ts';

export function ProductName({ product }: { product: Product }) {
  const bangla = secondName(product);
  return (
    <>
      <p translate="no" className="leading-5 font-semibold break-words">
        <Link to={`/product/${product.id}`} className="-my-3 block py-3 hover:underline">
          {productName(product)}
        </Link>
      </p>
      {bangla ? (
        <p lang="bn" translate="no" className="text-sm text-muted">
          {bangla}
        </p>
      ) : null}
      <p className="text-sm text-muted">{formatMeasure(product)}</p>
    </>
  );
}
