import { endpoint, json } from '../endpoint.ts';
import { refusal } from '../refusal.ts';
import type { Route } from './+types/riders';

/** The riders; POST adds one, `{name, phone}`. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services }) => ({ riders: await services.riders.listWithLogins() }),
  POST: json(
    (value) => ({ ok: true, value }),
    async ({ services, body }) => {
      const saved = await services.riders.save(body, 'operator');
      return saved.ok ? Response.json(saved.value, { status: 201 }) : refusal(saved);
    },
  ),
});

export { loader as action };
