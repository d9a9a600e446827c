import { createStored, readFlag } from './local-storage.ts';

/** Whether the side drawer menu is open (product §2). */
export const drawer = createStored<boolean>({ key: 'toggle', empty: false, read: readFlag });

// Only a reload shows it open again: it would cover the shop at the next visit.
const isReload = ({ type }: PerformanceEntry & { type?: string }): boolean => type === 'reload';
if (typeof window !== 'undefined' && drawer.get() && !performance.getEntriesByType('navigation').some(isReload))
  drawer.set(false);

export const DRAWER_ID = 'menu';
export const MENU_BUTTON_ID = 'menu-button';
