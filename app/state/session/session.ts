import { createValue } from '../value.ts';

/**
 * Whether the session of this page has ended or belongs to another customer. From then on nothing personal is shown,
 * with or without a network, until the page has newer data (product §11).
 */
export const sessionOver = createValue(false);
