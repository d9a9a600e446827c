import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Product } from '../../domain/product.ts';
import { parseProducts } from '../../domain/product.ts';
import { asRecord } from '../../domain/record.ts';
import { connection } from './connection.ts';

/** One batch of a long list, and the cursor of the next one (null after the last). */
export interface Batch {
  readonly products: readonly Product[];
  readonly next: string | null;
}

/** The URL of the batch after `cursor`, of the screen and of the JSON endpoint. */
export function batchAddress(address: string, cursor: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}after=${encodeURIComponent(cursor)}`;
}

/**
 * The batches of the list at `address`, loaded one after another. When the first batch is reloaded (the catalogue
 * changed), the later ones are fetched again and replaced together, so that the page does not jump.
 */
export function useInfiniteList(first: Batch, address: string) {
  const [later, setLater] = useState<readonly Batch[]>([]);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const abort = useRef<AbortController>(null);
  const last = later.at(-1) ?? first;

  const load = async (from: Batch, before: readonly Batch[], count: number): Promise<void> => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    setState('loading');
    try {
      const loaded = [...before];
      for (let { next } = from; next !== null && loaded.length < before.length + count;) {
        const batch = await fetchBatch(address, next, signal);
        loaded.push(batch);
        next = batch.next;
      }
      setLater(loaded);
      setState('idle');
      connection.reportSuccess();
    } catch {
      if (signal.aborted) return;
      setState('failed');
      connection.reportFailure();
    }
  };

  const shown = useRef(first);
  const refresh = useEffectEvent(() => {
    if (shown.current !== first && later.length > 0) void load(first, [], later.length);
    shown.current = first;
  });
  useEffect(() => refresh(), [first]);
  useEffect(() => () => abort.current?.abort(), []);

  const loadMore = (): void => {
    if (state !== 'loading' && last.next !== null) void load(last, later, 1);
  };
  const failed = state === 'failed';
  const onRetry = useEffectEvent(loadMore);
  useEffect(() => (failed ? connection.onRetry(() => onRetry()) : undefined), [failed]);

  return {
    products: [first, ...later].flatMap((batch) => batch.products),
    next: last.next,
    state,
    loadMore,
  };
}

/** The JSON endpoint of `/groceries/raw-products/fish` is `/api/listings/fish`. */
async function fetchBatch(address: string, cursor: string, signal: AbortSignal): Promise<Batch> {
  const url = new URL(batchAddress(address, cursor), location.href);
  const response = await fetch(`/api/listings${url.pathname.slice(url.pathname.lastIndexOf('/'))}${url.search}`, {
    signal,
  });
  if (!response.ok) throw new Error(`The next batch was refused: ${response.status}`);
  const answer: unknown = await response.json();
  const next = asRecord(answer)?.next;
  return { products: parseProducts(answer), next: typeof next === 'string' ? next : null };
}
