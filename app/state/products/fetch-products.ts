import type { Batch } from '../../../server/catalogue/catalogue.ts';
import { asRecord } from '../../../base/record.ts';
import { type Product, parseProducts } from '../../../domain/catalogue/product.ts';

/** Ids in one request, so that its URL stays short. */
const IDS_PER_REQUEST = 100;

/** A batch of a long list, of the shop or stored by this browser. */
export function parseBatch(answer: unknown): Batch {
  const next = asRecord(answer)?.next;
  return { products: parseProducts(answer), next: typeof next === 'string' ? next : null };
}

/** Products for a typed text, at most 8, best first. @throws without an answer of the shop. */
export async function fetchSuggestions(q: string, category: string, signal: AbortSignal): Promise<Product[]> {
  return productsOf(await fetch(`/api/suggest?${new URLSearchParams({ q, category })}`, { signal }));
}

/** The shop's current products with these ids; unknown ids are missing. @throws without an answer of the shop. */
export async function fetchProducts(ids: readonly string[], signal?: AbortSignal): Promise<Product[]> {
  const batches: Promise<Product[]>[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    const query = new URLSearchParams({ ids: ids.slice(at, at + IDS_PER_REQUEST).join(',') });
    batches.push(fetch(`/api/products?${query}`, { signal: signal ?? null }).then(productsOf));
  }
  return (await Promise.all(batches)).flat();
}

async function productsOf(response: Response): Promise<Product[]> {
  if (!response.ok) throw new Error(`The products were refused: ${response.status}`);
  return parseProducts(await response.json());
}
