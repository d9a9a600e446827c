import type { Product } from '../../domain/catalogue/product.ts';
import { CardSkeletons, ProductCard } from './product-card.tsx';

const GRID =
  'grid grid-cols-2 justify-items-center gap-3 max-[15rem]:grid-cols-1 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5 lg:gap-4';
const VISIBLE_CARDS = 4;

export function CardGrid({ products, level = 'h2' }: { products: readonly Product[]; level?: 'h2' | 'h3' }) {
  return (
    <div className={GRID}>
      {products.map((product, at) => (
        <ProductCard key={product.id} product={product} eager={at < VISIBLE_CARDS} level={level} />
      ))}
    </div>
  );
}

export function CardGridSkeleton({ count = 10 }: { count?: number }) {
  return <CardSkeletons count={count} className={GRID} />;
}
