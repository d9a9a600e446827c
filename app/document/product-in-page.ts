import { asRecord } from '../../base/record.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { stateText } from './page-state.ts';

/** A product of the page's data. @throws when it is not there. */
export function productInPage(id: string): Product {
  let found: unknown;
  JSON.parse(stateText(), (_, value) => {
    const object = asRecord(value);
    if (object?.id === id && 'price' in object) found = object;
    return value;
  });
  if (!found) throw new Error(id);
  return found as Product;
}
