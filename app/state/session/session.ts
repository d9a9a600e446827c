import { createValue } from '../value.ts';

/** Whether this page's session has ended or is another customer's: nothing personal is shown until there is newer data (product §11). */
export const sessionOver = createValue(false);
