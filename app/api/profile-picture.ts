import { MOST_PICTURE_BYTES } from '../../domain/picture.ts';
import { servicesOf, viewerOf } from '../context.ts';
import { readBytes } from './json-body.ts';
import { problemResponse, signedOut, wrongMethod } from './problem.ts';
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
  const outcome = await users.setPicture(viewer, () => readBytes(args.request, MOST_PICTURE_BYTES));
  if (outcome.kind === 'refused') {
    const { status, detail, retryAfter } = outcome;
    return problemResponse({ status, detail }, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
  }
  return Response.json({ imgUrl: outcome.imgUrl });
}

export function loader() {
  return wrongMethod('PUT, DELETE');
}
