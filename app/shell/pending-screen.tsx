import { LOADING } from '#messages';
import { useLocation } from 'react-router';
import { CardGridSkeleton } from '../components/products/product-card.tsx';
import { CardRowSkeleton } from '../components/products/card-row.tsx';
import { splitPath } from '../../base/language.ts';
import { useComingLocation } from './current-path.ts';

/** What the screens show, and the distance from their top to that. The first one that matches counts. */
const SCREENS = [
  { path: /^\/$/, shows: 'rows', top: 'hidden sm:block sm:h-68 lg:h-94' },
  { path: /^\/groceries$/, shows: 'tiles', top: 'h-15 sm:h-22' },
  { path: /^\/groceries\/(trending|raw-products|beverages)$/, shows: 'rows', top: 'h-7 sm:h-10' },
  { path: /^\/groceries\/(offers|search-results)$/, shows: 'grid', top: 'h-8 sm:h-12' },
  { path: /^\/groceries\//, shows: 'grid', top: 'h-8 sm:h-20' },
  { path: /^\/product\//, shows: 'panel', top: 'h-11 max-sm:hidden' },
] as const;

/** The path of another screen that is loading; null when there is none, or no connection. */
export function usePendingPath(): string | null {
  const coming = useComingLocation();
  const { pathname, search } = useLocation();
  const { path } = splitPath(coming?.pathname ?? pathname);
  return !coming || (path === pathname && coming.search === search) ? null : path;
}

/** In place of the screen at `path` while it loads, or waits for what the browser has stored. */
export function PendingScreen({ path = '' }: { path?: string }) {
  const { shows, top } = SCREENS.find((screen) => screen.path.test(path)) ?? { shows: 'panel', top: 'h-12' };
  return (
    <div role="status" aria-label={LOADING} className="min-h-dvh">
      <div className={top}>
        <div className="h-8 w-48 animate-pulse rounded-full bg-sunken" />
      </div>
      {shows === 'panel' ? <div className="panel h-72 animate-pulse" /> : null}
      {shows === 'grid' ? <CardGridSkeleton /> : null}
      {shows === 'tiles' ? (
        <div className="large-tiles animate-pulse">
          {Array.from({ length: 18 }, (_, at) => (
            <div key={at} />
          ))}
        </div>
      ) : null}
      {shows === 'rows' ? (
        <div className="flex flex-col gap-4 sm:gap-6">
          <CardRowSkeleton />
          <CardRowSkeleton />
        </div>
      ) : null}
    </div>
  );
}
