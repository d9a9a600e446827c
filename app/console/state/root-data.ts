import { useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';

export type RootData = Exclude<ReturnType<typeof useRootData>, undefined>;

export function useRootData() {
  return useRouteLoaderData<typeof loader>('root');
}
