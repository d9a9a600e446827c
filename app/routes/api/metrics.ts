import { servicesOf } from '../../context.ts';
import { problemResponse } from '../../problem.ts';
import type { Route } from './+types/metrics';

/** Figures for Prometheus, for whoever has the operator's token. */
export async function loader(args: Route.LoaderArgs) {
  const { operator, metrics } = servicesOf(args);
  if (!operator.admits(args.request.headers.get('authorization'))) {
    return problemResponse(
      { status: 401, detail: "This needs the operator's token." },
      { 'WWW-Authenticate': 'Bearer realm="operator"' },
    );
  }
  const { body, contentType } = await metrics.text();
  return new Response(body, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } });
}
