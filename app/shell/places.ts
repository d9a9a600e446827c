import { useLocation, useNavigation } from 'react-router';
import { useConnectionLost } from '../state/connection.ts';

const CHECKOUT_PATHS = new Set(['/cart', '/empty-cart', '/checkout', '/payment']);

/** Whether a screen shows what only its customer may see. The router knows addresses in capitals too. */
export function isPersonal(pathname: string): boolean {
  return /^\/(?:checkout|user(?!\/(?:login|register|reset-password)))(?:\/|$)/i.test(pathname);
}

/** The path of the screen that is shown, or that is on its way: what was tapped is marked at once. */
export function usePlace(): string {
  const { pathname } = useLocation();
  const { state, location, formMethod } = useNavigation();
  const lost = useConnectionLost();
  return !lost && state === 'loading' && formMethod === undefined ? location.pathname : pathname;
}

/** Whether the shopper is anywhere between cart and payment: the menus' cart item is highlighted there (product §2). */
export function useInCheckout(): boolean {
  return CHECKOUT_PATHS.has(usePlace());
}
