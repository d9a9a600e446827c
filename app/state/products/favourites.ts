import { type Product, parseProduct } from '../../../domain/catalogue/product.ts';
import { createStored } from '../local-storage.ts';

/** More than anybody presses, and little enough for the browser's storage. */
const MAX_FAVOURITES = 300;

/** The products that the shopper likes, the newest first, in this browser only. */
export const favourites = createStored<readonly Product[]>({
  key: 'favourites',
  empty: [],
  read: (stored) => (Array.isArray(stored) ? stored.flatMap((value) => parseProduct(value) ?? []) : undefined),
});

export function toggleFavourite(product: Product): void {
  const others = favourites.get().filter(({ id }) => id !== product.id);
  const known = others.length < favourites.get().length;
  favourites.set(known ? others : [product, ...others].slice(0, MAX_FAVOURITES));
}

export function useIsFavourite(id: string): boolean {
  return favourites.use((products) => products.some((product) => product.id === id));
}
