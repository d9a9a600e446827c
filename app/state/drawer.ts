import { createStored, readFlag } from './local-storage.ts';

/** Whether the side drawer menu is open (product §2). */
export const drawer = createStored<boolean>({ key: 'toggle', empty: false, read: readFlag });
