import { servicesOf } from '../context.ts';
import { refuseOthers } from './operator/operator-only.ts';
import type { Route } from './+types/metrics';

/** Figures for Prometheus, for whoever has the operator's token. */
export async function loader(args: Route.LoaderArgs) {
  const refusal = refuseOthers(args);
  if (refusal) return refusal;
  const { body, contentType } = await servicesOf(args).metrics.text();
  return new Response(body, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } });
}
