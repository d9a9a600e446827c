import { FAVOURITE } from '#messages';
import Heart from 'virtual:icons/heart';
import type { Product } from '../../domain/catalogue/product.ts';
import { toggleFavourite, useIsFavourite } from '../state/products/favourites.ts';

export function FavouriteButton({ product }: { product: Product }) {
  const liked = useIsFavourite(product.id);
  return (
    <button
      type="button"
      aria-label={FAVOURITE}
      aria-pressed={liked}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted hairline hover:bg-sunken aria-pressed:text-clay aria-pressed:[&>svg]:fill-current"
      onClick={() => toggleFavourite(product)}
    >
      <Heart className="size-6" />
    </button>
  );
}
