import { useLocation, useNavigation } from 'react-router';
import { LOADING } from '../../domain/messages.ts';
import { CardGridSkeleton } from '../components/card-grid.tsx';
import { CardRowSkeleton } from '../components/card-row.tsx';
import { useConnectionLost } from '../state/connection.ts';

type Screen = 'rows' | 'grid' | 'plain';

/** The shape of the screen that a navigation leads to while its data is on the way; null when none is, or none comes. */
export function useComingScreen(): Screen | null {
  const navigation = useNavigation();
  const { pathname, search } = useLocation();
  const lost = useConnectionLost();
  if (lost || navigation.state !== 'loading' || navigation.formMethod !== undefined) return null;
  const { location } = navigation;
  if (location.pathname === pathname && location.search === search) return null;
  return screenAt(location.pathname);
}

function screenAt(pathname: string): Screen {
  if (pathname === '/' || /^\/groceries(\/(trending|raw-products|beverages))?$/.test(pathname)) return 'rows';
  if (pathname.startsWith('/groceries/')) return 'grid';
  return 'plain';
}

/** A screen's skeleton: card shapes where cards will be. */
export function PendingScreen({ screen }: { screen: Screen }) {
  return (
    <div role="status" aria-label={LOADING} className="flex min-h-dvh flex-col gap-6">
      {screen === 'plain' ? (
        <>
          <div className="h-8 w-48 animate-pulse rounded bg-sunken" />
          <div className="panel h-72 animate-pulse" />
        </>
      ) : null}
      {screen === 'grid' ? (
        <>
          <div className="h-8 w-48 animate-pulse rounded bg-sunken" />
          <CardGridSkeleton />
        </>
      ) : null}
      {screen === 'rows' ? (
        <>
          <CardRowSkeleton />
          <CardRowSkeleton />
        </>
      ) : null}
    </div>
  );
}
