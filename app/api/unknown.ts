import { noSuchEndpoint } from './endpoint.ts';

/** All other addresses below /api. */
export const loader = noSuchEndpoint;

export { loader as action };
