import { useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import type { DeliveryRules } from '../../domain/orders/delivery.ts';
import type { Look } from '../../domain/shop/palette.ts';
import type { ShopFee } from '../../domain/shop/areas.ts';

/** What its operator has set (domain/shop/settings.ts), in the page's language. */
export interface Shop {
  name: string;
  phone: string;
  /** When it is open; may be empty, as may be the promo. */
  hours: string;
  promo: string;
  delivery: DeliveryRules;
  fee: ShopFee;
  /** Of the pages that not every shop has, those with a text. */
  pages: readonly string[];
  /** The addresses of 'facebook', 'instagram', 'youtube' that the operator has set. */
  social: Readonly<Partial<Record<string, string>>>;
  /** Only where it is not the usual one. */
  look?: Look;
  /** Whether nobody delivers here yet. */
  isDemo: boolean;
}

/** A category of menus; its name is in the page's language. */
export type MenuCategory = Pick<Category, 'id' | 'name' | 'group'>;

export interface RootData {
  shop: Shop;
  /** Null in a page that the browser had stored: then the stored customer counts. */
  signedIn: boolean | null;
  origin: string;
  categories: readonly MenuCategory[];
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
