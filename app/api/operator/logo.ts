import { endpoint } from '../endpoint.ts';
import { refusal } from '../refusal.ts';
import type { Route } from './+types/logo';

/** Takes the body as the shop's logo. `PATCH /api/operator/settings` with an empty `logo` removes it. */
export const loader = endpoint<Route.LoaderArgs>({
  PUT: async ({ services: { shop }, request }) => {
    const outcome = await shop.changeLogo(request);
    return outcome.kind === 'refused' ? refusal(outcome) : { logo: outcome.imgUrl };
  },
});

export { loader as action };
