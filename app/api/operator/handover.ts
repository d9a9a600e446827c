import { handoverSchema } from '../../../domain/orders/read-handover.ts';
import { parseBy } from '../../../domain/parsed.ts';
import { problemResponse } from '../../../base/problem.ts';
import { endpoint, json } from '../endpoint.ts';
import type { Route } from './+types/handover';

/** Takes `{day, rider, amount, handovers}`: cash that a rider (null: nobody) hands over. Without `handovers` it adds up each time. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(
    (body) => parseBy(handoverSchema, body),
    async ({ services, body }) => {
      const outcome = await services.cash.handOver(body);
      if (outcome === 'unknown-rider') return problemResponse({ status: 422, detail: 'There is no such rider.' });
      if (outcome === 'conflict')
        return problemResponse({ status: 409, detail: 'Something was handed over meanwhile: read the day again.' });
      return services.cash.day(body.day);
    },
  ),
});

export { loader as action };
