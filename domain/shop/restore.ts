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
 * Why no backup is put here; null when it may be. `agreed`: an owner has read what it replaces (the console). Who had to log in for it has an account and has
 * perhaps set the phone: that may go. Orders and customers never do.
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
