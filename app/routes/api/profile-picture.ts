import { PICTURE_TOO_LARGE } from '../../../domain/messages.ts';
import { MOST_PICTURE_BYTES } from '../../../domain/picture.ts';
import { servicesOf, viewerOf } from '../../context.ts';
import { readBytes } from '../../json-body.ts';
import { problemResponse, signedOut, wrongMethod } from '../../problem.ts';
import type { Route } from './+types/profile-picture';

/** The customer's picture: PUT with the file as the body, DELETE. */
export async function action(args: Route.ActionArgs) {
  const { method } = args.request;
  if (method !== 'PUT' && method !== 'DELETE') return loader();
  const viewer = await viewerOf(args);
  if (!viewer) return signedOut();
  const { users } = servicesOf(args);
  if (method === 'DELETE') {
    await users.removePicture(viewer);
    return new Response(null, { status: 204 });
  }
  const bytes = await readBytes(args.request, MOST_PICTURE_BYTES);
  if (bytes === null) return problemResponse({ status: 413, detail: PICTURE_TOO_LARGE });
  const outcome = await users.setPicture(viewer, bytes);
  if (outcome.kind === 'refused') return problemResponse({ status: outcome.status, detail: outcome.detail });
  return Response.json({ imgUrl: outcome.imgUrl });
}

export function loader() {
  return wrongMethod('PUT, DELETE');
}
