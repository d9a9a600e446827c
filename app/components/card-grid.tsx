import type { Product } from '../../domain/product.ts';
import { ProductCard, ProductCardSkeleton } from './product-card.tsx';

const GRID = 'grid grid-cols-2 justify-items-center gap-3 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5 lg:gap-4';
/** How many cards of a grid a phone shows at first. */
const IN_VIEW = 4;

/** A full listing's cards. */
export function CardGrid({ products }: { products: readonly Product[] }) {
  return (
    <div className={GRID}>
      {products.map((product, at) => (
        <ProductCard key={product.id} product={product} eager={at < IN_VIEW} level="h2" />
      ))}
    </div>
  );
}

/** The shape of a listing while its products are on their way. */
export function CardGridSkeleton({ count = 10 }: { count?: number }) {
  return (
    <div className={GRID} aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <ProductCardSkeleton key={at} />
      ))}
    </div>
  );
}
