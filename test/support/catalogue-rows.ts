/** Products as rows of the catalogue file, for tests that fill a catalogue. */
import type { Product } from '../../domain/product.ts';
import { type CatalogueRow, yesOrNo } from '../../domain/catalogue-file.ts';

/** The row of a product; its image is an imgUrl, as after importing the pictures. */
export function catalogueRow({ imgUrl, available, ...product }: Product): Required<CatalogueRow> {
  return { ...product, image: imgUrl, aliases: '', available: yesOrNo(available) };
}
