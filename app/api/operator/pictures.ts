import { MAX_PICTURE_BYTES } from '../../../domain/catalogue/picture.ts';
import { readBytes } from '../../../base/read-bytes.ts';
import { endpoint } from '../endpoint.ts';
import { refusal } from '../refusal.ts';
import type { Route } from './+types/pictures';

/** Stores a product's picture, sent as the body, and answers its `imgUrl`. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: async ({ services: { images }, request }) => {
    const bytes = await readBytes(request, MAX_PICTURE_BYTES);
    if (bytes === null)
      return refusal({ status: 413, reason: { code: 'picture-too-large', limit: MAX_PICTURE_BYTES } });
    const outcome = await images.storeProduct(bytes);
    return outcome.kind === 'refused' ? refusal(outcome) : { imgUrl: outcome.imgUrl };
  },
});

export { loader as action };
