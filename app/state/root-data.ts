import { useEffect } from 'react';
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

/** In the browser, where there is one shop: what was known before a load failed, so that an error screen has its header. */
let lastKnown: RootData | undefined;

/** The root's data; undefined in a document whose root failed on the server. */
export function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<RootData>('root');
  useEffect(() => {
    if (data) lastKnown = data;
  }, [data]);
  return data ?? lastKnown;
}
