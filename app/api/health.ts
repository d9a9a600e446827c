import { endpoint } from './endpoint.ts';

export const loader = endpoint({ GET: () => new Response('ok') });

export { loader as action };
