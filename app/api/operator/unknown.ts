import { noSuchEndpoint } from '../endpoint.ts';

/** Every address below /api/operator that the table does not know; a route of its own, so that the token comes first. */
export const loader = noSuchEndpoint;

export { loader as action };
