import { endpoint } from './endpoint.ts';

/** Whether the process is running. */
export const loader = endpoint({ GET: () => new Response('ok') });

export { loader as action };
