import { useRouteLoaderData } from 'react-router';

/** What every page knows of the shop (settings SHOP_NAME and SHOP_PHONE). */
export interface Shop {
  name: string;
  phone: string;
}

/** What the root loader tells every screen. */
export interface RootData {
  shop: Shop;
  signedIn: boolean;
  /** The shop's own address, for canonical links. */
  origin: string;
}

/** The root's data; undefined on the error screen of a root that failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root');
}
