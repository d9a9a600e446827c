import { asRecord } from '../../base/record.ts';
import type { Product } from '../../domain/catalogue/product.ts';

/**
 * A product of the framework's data in the page: a list of values, in which an object is the places of its keys and
 * values. `{_7: 8}` is `{id: 'rui'}` when these stand at 7 and 8. @throws when it is not there.
 */
export function productInPage(id: string): Product {
  const [text = ''] = [...document.scripts].flatMap((script) => /enqueue\((".+")\)/s.exec(script.text)?.[1] ?? []);
  const values: unknown[] = JSON.parse(JSON.parse(text));
  const objects = values.map((value) => {
    const places = Object.entries(asRecord(value) ?? {});
    return Object.fromEntries(places.map(([key, place]) => [values[Number(key.slice(1))], values[Number(place)]]));
  });
  const found = objects.find((object) => object.id === id && 'price' in object);
  if (!found) throw new Error(id);
  return found as unknown as Product;
}
