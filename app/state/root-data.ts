import { useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';

/** Facts about the shop for every page (settings SHOP_NAME and SHOP_PHONE). */
export interface Shop {
  name: string;
  phone: string;
}

/** The root loader's data for every screen. */
export interface RootData {
  shop: Shop;
  /** Null in a page that the browser had stored: then the stored customer counts. */
  signedIn: boolean | null;
  /** The shop's own address, for canonical links. */
  origin: string;
}

/** Only in the browser: the data from before a load failed, so that an error screen has its header. */
let lastKnown: RootData | undefined;

/** The root's data; undefined in a document whose root loader failed on the server. */
export function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<RootData>('root');
  useEffect(() => {
    if (data) lastKnown = data;
  }, [data]);
  return data ?? lastKnown;
}
