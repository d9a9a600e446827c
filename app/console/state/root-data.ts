import { useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';

export type RootData = Exclude<ReturnType<typeof useRootData>, undefined>;

/** The root loader's data; undefined in a document whose root loader failed. */
export function useRootData() {
  return useRouteLoaderData<typeof loader>('root');
}
