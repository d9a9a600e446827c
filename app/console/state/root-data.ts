import { useRouteLoaderData } from 'react-router';
import { hasRight, type Right } from '../../../domain/accounts/roles.ts';
import type { loader } from '../root.tsx';

export type RootData = Exclude<ReturnType<typeof useRootData>, undefined>;

/** The root loader's data; undefined in a document whose root loader failed. */
export function useRootData() {
  return useRouteLoaderData<typeof loader>('root');
}

/** Whether whoever is logged in has a right. The shop itself checks it (app/console/context.ts). */
export function useRight(right: Right): boolean {
  return hasRight(useRootData()?.operator?.role ?? '', right);
}
