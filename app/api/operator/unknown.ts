import { noSuchEndpoint } from '../endpoint.ts';

/** All other addresses below /api/operator. A separate route, so that the token is checked first. */
export const loader = noSuchEndpoint;

export { loader as action };
