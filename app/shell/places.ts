import { useLocation } from 'react-router';

const CHECKOUT_PATHS = new Set(['/cart', '/empty-cart', '/checkout', '/payment']);

/** Whether a screen shows what only its customer may see. */
export function isPersonal(pathname: string): boolean {
  return /^\/(?:checkout|payment|user(?!\/(?:login|register|reset-password)))(?:\/|$)/.test(pathname);
}

/** Whether the shopper is anywhere between cart and payment: the menus' cart item is highlighted there (product §2). */
export function useInCheckout(): boolean {
  return CHECKOUT_PATHS.has(useLocation().pathname);
}
