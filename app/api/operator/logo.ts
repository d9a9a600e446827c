import { MAX_PICTURE_BYTES } from '../../../domain/catalogue/picture.ts';
import { readBytes } from '../../../base/read-bytes.ts';
import { endpoint } from '../endpoint.ts';
import { refusal } from '../refusal.ts';
import type { Route } from './+types/logo';

/** Takes the shop's logo as the body. `PATCH /api/operator/settings` with an empty `logo` removes it. */
export const loader = endpoint<Route.LoaderArgs>({
  PUT: async ({ services: { shop }, request }) => {
    const bytes = await readBytes(request, MAX_PICTURE_BYTES);
    if (bytes === null)
      return refusal({ status: 413, reason: { code: 'picture-too-large', limit: MAX_PICTURE_BYTES } });
    const outcome = await shop.changeLogo(bytes);
    return outcome.kind === 'refused' ? refusal(outcome) : { logo: outcome.imgUrl };
  },
});

export { loader as action };
