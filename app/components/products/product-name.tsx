import { formatMeasure, productName } from '../../../messages/format.ts';
import { Link } from 'react-router';
import type { Product } from '../../../domain/catalogue/product.ts';
import { SecondName } from './product-card.tsx';

export function ProductName({ product }: { product: Product }) {
  return (
    <>
      <p translate="no" className="font-semibold break-words">
        <Link to={`/product/${product.id}`} className="-my-3 block py-3 hover:underline">
          {productName(product)}
        </Link>
      </p>
      <SecondName product={product} className="text-sm text-muted" />
      <p className="text-sm text-muted">{formatMeasure(product)}</p>
    </>
  );
}
