/** A row of the tables of screens. */
import type { LookName } from './looks.ts';
import type { Step } from './steps.ts';
import type { Who } from './stock.ts';

export interface Screen {
  /** Of its files, and for `--only`: a word, then what is different: 'cart', 'cart-seven'. */
  name: string;
  title: string;
  /** Ids of the stock are in braces: '/user/orders/{withRider}'. In Bangla the shop's language comes before it. */
  path: string;
  who: Who;
  looks: readonly LookName[];
  /** What the browser's cart has, by ids of products. */
  cart?: readonly string[];
  /** Of products in the cart, as they were, in Tk. */
  oldPrice?: number;
  favourites?: readonly string[];
  /** The orders that this browser has placed without an account, by ids of the stock. */
  guestOrders?: readonly string[];
  /** Before the page is opened. */
  before?: readonly Step[];
  /** On the page. */
  steps?: readonly Step[];
  /** As a printer gets it. */
  print?: true;
  /** Only what is seen first: something lies over the page. */
  over?: boolean;
}

/** Of one part of the shop or the console. */
export interface Group {
  title: string;
  screens: readonly Screen[];
}

/** Rows of somebody, with what they leave out. What is pressed in the console is named in English. */
export const rowsOf =
  (who: Who, looks: readonly LookName[]) =>
  (name: string, title: string, path: string, more: Partial<Screen> = {}): Screen => ({
    name,
    title,
    path,
    who,
    looks: more.steps && path.startsWith('/operator') ? looks.filter((look) => look !== 'bangla') : looks,
    ...more,
  });
