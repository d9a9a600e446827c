import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Batch } from '../../../server/catalogue/catalogue.ts';
import { historyEntry } from '../history-entries.ts';
import { useHydrated } from '../page-start.ts';
import { connection } from '../network/connection.ts';
import { parseBatch } from './fetch-products.ts';

export function batchAddress(address: string, cursor: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}after=${encodeURIComponent(cursor)}`;
}

/**
 * When `first` is reloaded, the later batches are replaced together, so that the page does not jump. A list that is
 * opened again begins with those of its history entry, and loads them again.
 */
export function useInfiniteList(first: Batch, address: string, key: string) {
  const [loaded, setLoaded] = useState<{ of: Batch; batches: readonly Batch[] }>();
  const hydrated = useHydrated();
  const kept = historyEntry(key).batches;
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const abort = useRef<AbortController>(null);
  const wanted = useRef(kept.length);
  const later = loaded?.batches ?? (hydrated ? kept : []);
  const last = later.at(-1) ?? first;

  const load = async (): Promise<void> => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    setState('loading');
    try {
      const batches = loaded?.of === first ? [...later] : [];
      for (let { next } = batches.at(-1) ?? first; next !== null && batches.length < wanted.current;) {
        const batch = await fetchBatch(address, next, signal);
        batches.push(batch);
        next = batch.next;
      }
      setLoaded({ of: first, batches });
      setState('idle');
      connection.reportSuccess();
    } catch {
      if (signal.aborted) return;
      setState('failed');
      connection.reportFailure();
    }
  };

  const refresh = useEffectEvent(() => {
    if (wanted.current > 0) void load();
  });
  useEffect(() => refresh(), [first]);
  useEffect(() => {
    if (loaded) historyEntry(key).batches = loaded.batches;
  }, [key, loaded]);
  useEffect(() => () => abort.current?.abort(), []);

  const loadMore = (): void => {
    if (state === 'loading') return;
    // What has failed is loaded first.
    if (state === 'idle') {
      if (last.next === null) return;
      wanted.current = later.length + 1;
    }
    void load();
  };
  const failed = state === 'failed';
  const onRetry = useEffectEvent(loadMore);
  useEffect(() => (failed ? connection.onRetry(() => onRetry()) : undefined), [failed]);

  const products = [first, ...later].flatMap((batch) => batch.products);
  return { products, next: last.next, state, loadMore };
}

/** The JSON endpoint of `/groceries/raw-products/fish` is `/api/listings/fish`. */
async function fetchBatch(address: string, cursor: string, signal: AbortSignal): Promise<Batch> {
  const url = new URL(batchAddress(address, cursor), location.href);
  const path = url.pathname.slice(url.pathname.lastIndexOf('/'));
  const response = await fetch(`/api/listings${path}${url.search}`, { signal });
  if (!response.ok) throw new Error(`The next batch was refused: ${response.status}`);
  return parseBatch(await response.json());
}
