import { readBytes } from '../../base/bytes.ts';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import { answerWith, customer, endpoints } from './endpoint.ts';

export const loader = endpoints({
  '/api/profile': {
    GET: customer(({ viewer, services }) => services.users.profile(viewer)),
  },
  '/api/profile/picture': {
    PUT: customer(async ({ viewer, services, request }) =>
      answerWith(await services.users.setPicture(viewer, () => readBytes(request, MAX_PICTURE_BYTES))),
    ),
    DELETE: customer(async ({ viewer, services }) => {
      await services.users.removePicture(viewer);
      return new Response(null, { status: 204 });
    }),
  },
});

export { loader as action };
