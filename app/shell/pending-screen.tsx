import { LOADING } from '#messages';
import { useLocation, useNavigation } from 'react-router';
import { CardGridSkeleton } from '../components/card-grid.tsx';
import { CardRowSkeleton } from '../components/card-row.tsx';
import { splitPath } from '../../domain/language.ts';
import { useConnectionLost } from '../state/connection.ts';

type Screen = 'home' | 'groceries' | 'rows' | 'listing' | 'grid' | 'plain';

/** The kind of screen that a navigation is loading; null when there is no navigation, or no connection. */
export function usePendingScreen(): Screen | null {
  const navigation = useNavigation();
  const { pathname, search } = useLocation();
  const lost = useConnectionLost();
  if (lost || navigation.state !== 'loading' || navigation.formMethod !== undefined) return null;
  const { location } = navigation;
  const { path } = splitPath(location.pathname);
  return path === pathname && location.search === search ? null : screenAt(path);
}

function screenAt(pathname: string): Screen {
  if (pathname === '/') return 'home';
  if (pathname === '/groceries') return 'groceries';
  if (/^\/groceries\/(trending|raw-products|beverages)$/.test(pathname)) return 'rows';
  if (/^\/groceries\/(offers|search-results)$/.test(pathname)) return 'grid';
  if (pathname.startsWith('/groceries/')) return 'listing';
  return 'plain';
}

/** The distance from the top of the screen to its cards, with the screens' own measures. */
const CARDS_TOP: Readonly<Record<Screen, string>> = {
  home: 'h-22 sm:h-80',
  groceries: 'h-23',
  rows: 'h-10',
  listing: 'h-20',
  grid: 'h-12',
  plain: 'h-12',
};

export function PendingScreen({ screen }: { screen: Screen }) {
  const rows = screen === 'home' || screen === 'groceries' || screen === 'rows';
  return (
    <div role="status" aria-label={LOADING} className="min-h-dvh">
      <div className={CARDS_TOP[screen]}>
        <div className="h-8 w-48 animate-pulse rounded bg-sunken" />
      </div>
      {screen === 'plain' ? <div className="panel h-72 animate-pulse" /> : null}
      {rows ? (
        <div className="flex flex-col gap-5 sm:gap-8">
          <CardRowSkeleton />
          <CardRowSkeleton />
        </div>
      ) : null}
      {screen === 'listing' || screen === 'grid' ? <CardGridSkeleton /> : null}
    </div>
  );
}
