import { noSuchEndpoint } from './endpoint.ts';

/** Every address below /api that the table does not know. */
export const loader = noSuchEndpoint;

export { loader as action };
