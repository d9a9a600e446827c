import { MAX_LINKS, tokenIn } from '../../../base/order-link.ts';
import { createStored } from '../local-storage.ts';

/** The links of a visitor's orders, the newest first. */
export const guestOrders = createStored<readonly string[]>({
  key: 'guestOrders',
  empty: [],
  read: (stored) =>
    Array.isArray(stored) ? stored.filter((link) => tokenIn(link) !== null).slice(0, MAX_LINKS) : undefined,
});

export function keepLink(link: unknown): void {
  const links = guestOrders.get();
  if (typeof link === 'string' && tokenIn(link) !== null && !links.includes(link))
    guestOrders.set([link, ...links].slice(0, MAX_LINKS));
}
