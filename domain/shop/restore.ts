/** Over what a backup may be put. */

export interface PlaceContents {
  /** Customers' and the shop's own. */
  accounts: number;
  customers: number;
  orders: number;
  invitations: number;
  /** What operators have changed. */
  changes: number;
}

/**
 * Why a backup may not be put here; null when it may. Orders and customers never go. What the shop's own people have
 * made goes when an owner has `agreed` to it in the console.
 */
export function restoreRefusal({ accounts, customers, orders, invitations, changes }: PlaceContents, agreed: boolean) {
  const kept = Object.entries(agreed ? { customers, orders } : { accounts, orders, invitations, changes });
  const list = kept
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`);
  if (list.length === 0) return null;
  return agreed
    ? `this shop has ${list.join(' and ')}: a backup is never put over them`
    : `this shop is not empty (it has ${list.join(', ')}): a backup is put back into an empty place only`;
}
