import { type Location, useLocation, useNavigation } from 'react-router';
import { splitPath } from '../../base/language.ts';
import { connection } from '../state/network/connection.ts';

/** Whether a screen shows data of a customer. The router also accepts addresses in capitals. */
export function isPersonal(pathname: string): boolean {
  return /^\/(?:checkout|user(?!\/(?:login|register|reset-password)))(?:\/|$)/i.test(pathname);
}

/** Where a link leads that is loading; null when there is none, or no connection. */
export function useComingLocation(): Location | null {
  const { state, location, formMethod } = useNavigation();
  const lost = connection.useLost();
  return !lost && state === 'loading' && formMethod === undefined ? location : null;
}

/** The path of the current screen, or of the one that is loading, so that a tapped link is marked immediately. */
export function useCurrentPath(): string {
  const { pathname } = useLocation();
  const coming = useComingLocation();
  return coming ? splitPath(coming.pathname).path : pathname;
}

/** Whether a customer is on the way from a cart to an order, or logs in for that: then little leads elsewhere. */
export function useOrdering(signedIn: boolean): boolean {
  const path = useCurrentPath();
  const next = new URLSearchParams(useLocation().search).get('next') ?? '';
  const isEntry = /^\/user\/(?:login|register)$/.test(path);
  return /^\/(?:cart|checkout|payment)\b/.test(isEntry ? next : signedIn ? path : '');
}

/** Whether the shopper is between cart and payment: then the menus highlight the cart entry (product §2). */
export function useInCheckout(): boolean {
  return /^\/(?:cart|empty-cart|checkout|payment)$/.test(useCurrentPath());
}
