import { noSuchEndpoint } from './endpoint.ts';

export const loader = noSuchEndpoint;

export { loader as action };
