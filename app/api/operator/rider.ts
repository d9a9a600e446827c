import { problemResponse } from '../../../base/problem.ts';
import { endpoint, json } from '../endpoint.ts';
import { refusal } from '../refusal.ts';
import type { Route } from './+types/rider';

const UNKNOWN = { status: 404, detail: 'There is no such rider.' };

/** PATCH changes a rider, `{name, phone}`; DELETE removes the rider, whose open orders are without one again. */
export const loader = endpoint<Route.LoaderArgs>({
  PATCH: json(
    (value) => ({ ok: true, value }),
    async ({ services, params, body }) => {
      const saved = await services.riders.save(body, 'operator', params.id);
      if (!saved.ok) return refusal(saved);
      return saved.value ?? problemResponse(UNKNOWN);
    },
  ),
  DELETE: async ({ services, params }) =>
    (await services.riders.remove(params.id, 'operator')) ? { removed: true } : problemResponse(UNKNOWN),
});

export { loader as action };
