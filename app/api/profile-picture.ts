import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import type { Route } from './+types/profile-picture';
import { readBytes } from '../../base/read-bytes.ts';
import { customer, endpoint } from './endpoint.ts';
import { refusal } from './refusal.ts';

export const loader = endpoint<Route.LoaderArgs>({
  PUT: customer(async ({ viewer, services, request }) => {
    const outcome = await services.users.setPicture(viewer, () => readBytes(request, MAX_PICTURE_BYTES));
    return outcome.kind === 'stored' ? { imgUrl: outcome.imgUrl } : refusal(outcome);
  }),
  DELETE: customer(async ({ viewer, services }) => {
    await services.users.removePicture(viewer);
    return new Response(null, { status: 204 });
  }),
});

export { loader as action };
