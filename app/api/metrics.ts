import type { Route } from './+types/metrics';
import { endpoint } from './endpoint.ts';
import { tokenRefusal } from './operator/token.ts';

export const loader = endpoint<Route.LoaderArgs>({
  GET: async (args) => {
    const refusal = tokenRefusal(args, 'metrics');
    if (refusal) return refusal;
    const { body, contentType } = await args.services.metrics.text();
    return new Response(body, { headers: { 'Content-Type': contentType } });
  },
});

export { loader as action };
