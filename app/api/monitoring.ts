import { problemResponse } from '../../base/problem.ts';
import { endpoints, retryHeader, tokenRefusal } from './endpoint.ts';

export const loader = endpoints({
  '/healthz': { GET: () => new Response('ok') },
  '/readyz': {
    GET: async ({ services }) => {
      if (await services.database.ready()) return new Response('ok');
      return problemResponse({ status: 503, detail: 'The database does not answer.' }, retryHeader(2));
    },
  },
  '/metrics': {
    GET: async (args) => {
      const refusal = tokenRefusal(args, 'metrics');
      if (refusal) return refusal;
      const { body, contentType } = await args.services.metrics.text();
      return new Response(body, { headers: { 'Content-Type': contentType } });
    },
  },
});

export { loader as action };
