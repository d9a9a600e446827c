import { SHOW_MORE, SHOW_MORE_FAILED } from '#messages';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useHref, useLocation } from 'react-router';
import type { Batch } from '../../../server/catalogue/catalogue.ts';
import { batchAddress, useInfiniteList } from '../../state/products/infinite-list.ts';
import { useIsComplete } from '../../state/page-start.ts';
import { CardGrid, CardGridSkeleton } from './product-card.tsx';

/** On the first screen of a phone. */
const FIRST_CARDS = 6;

/** Loads the next batch when its end comes into view (product §2). Use it with `key={address}`. */
export function InfiniteGrid({ batch, address }: { batch: Batch; address: string }) {
  const { products, next, state, loadMore } = useInfiniteList(batch, address, useLocation().key);
  const nextAddress = useHref(batchAddress(address, next ?? ''));
  const complete = useIsComplete();
  const end = useRef<HTMLDivElement>(null);
  const onEnd = useEffectEvent(loadMore);
  const watching = complete && next !== null && state === 'idle';
  useEffect(() => {
    const element = end.current;
    if (!element || !watching) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onEnd(),
      // A shopper who jumps over the end, down to the footer, has reached the end too.
      { rootMargin: '1000000px 0px 0px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [watching]);

  return (
    <>
      <CardGrid products={complete ? products : products.slice(0, FIRST_CARDS)} />
      {state === 'loading' ? (
        <div className="mt-3 lg:mt-4">
          <CardGridSkeleton count={5} />
        </div>
      ) : null}
      {next === null || !complete ? null : (
        <div ref={end} className="mt-6 flex justify-center">
          <a
            href={nextAddress}
            className="btn btn-quiet"
            onClick={(event) => {
              event.preventDefault();
              loadMore();
            }}
          >
            {state === 'failed' ? SHOW_MORE_FAILED : SHOW_MORE}
          </a>
        </div>
      )}
    </>
  );
}
